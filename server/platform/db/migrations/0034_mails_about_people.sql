-- A deleted account leaves nothing in mails to other people either: whom a mail names, besides its recipient (R45).
alter table mails
  add column about_user_ids uuid[] not null default '{}',
  add column erase_once_sent boolean not null default false;
comment on column mails.about_user_ids is
  'Users whom its text names, besides its recipient, and who wrote it: erased with their accounts (R45).';
comment on column mails.erase_once_sent is
  'The account of someone whom its text names was deleted while it waited: its text goes once no attempt follows (R45).';
