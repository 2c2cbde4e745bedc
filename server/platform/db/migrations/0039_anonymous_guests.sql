-- A guest chooses whether the organization sees who they are if they win a reward (R26, R59).
alter table guest_pledges
  add column is_anonymous boolean;
comment on column guest_pledges.is_anonymous is
  'Whether the pledge stays anonymous to the organization; null, which counts as yes, where the guest was not asked.';
