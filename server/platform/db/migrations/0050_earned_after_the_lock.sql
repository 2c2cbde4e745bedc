-- What was earned after the final lock and is neither billed nor waived yet (R32): a next step names the sum.

alter table campaign_totals add column undecided_cents bigint not null default 0;
comment on column campaign_totals.undecided_cents is
  'After the final lock: what pledges have earned above what was settled for them, to be billed or waived by a person''s '
  'decision. Like the other figures, the sum of all sixteen amounts.';

-- Exact where no other pledge earned less meanwhile; otherwise it is counted again with the next result or correction.
update campaign_totals t
set undecided_cents = s.more
from (
  select c.id, sum(t.earned_cents) - sum(t.pledged_cents) as more
  from campaigns c
  join campaign_totals t on t.campaign_id = c.id
  where c.final_locked_at is not null
    and c.status <> 'cancelled'
  group by c.id
  having sum(t.earned_cents) > sum(t.pledged_cents)
) s
where t.campaign_id = s.id
  and t.shard = 0;
