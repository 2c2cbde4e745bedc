-- A representative may put an undelivered mail aside: then it is neither listed nor counted any longer (R44).
alter table mails add column dismissed_at timestamptz;
comment on column mails.dismissed_at is
  'A representative decided that it is not sent again. Null: nobody did (R44).';
