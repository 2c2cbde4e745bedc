-- Where an answer to a mail goes, if not to us: a message from the contact form is answered to whoever wrote it.
alter table mails add column reply_to text;
