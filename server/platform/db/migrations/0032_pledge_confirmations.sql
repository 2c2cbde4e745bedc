-- Pledges made with an account, whose confirmation was not mailed yet (R44). Written with the pledge and deleted by the job that
-- queues the mail, so that a pledge waits neither for a mail's words nor for its link.
create table pledge_confirmations (
  pledge_id uuid primary key
);
comment on table pledge_confirmations is
  'Pledges, also held ones, whose confirmation was not mailed yet (R44). Without a foreign key: the pledge is in one of two tables.';
