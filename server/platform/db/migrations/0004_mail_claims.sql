-- A sender claims a mail in a statement of its own, so that no transaction is open while the mail server is spoken to.
alter table mails add column claimed_until timestamptz;
