-- Whether a guest chose the maximum, as a cap that stays when a line changes, or only saw the one that was computed (R8, R58).
-- Until now every one counted as chosen; a version that knows no such column goes on saying so.
alter table guest_pledges add column is_own_maximum boolean not null default true;
comment on column guest_pledges.is_own_maximum is
  'The guest chose the maximum. False: it was computed and shown; it binds when the link is confirmed, and moves with later changes.';
