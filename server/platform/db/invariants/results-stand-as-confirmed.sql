-- R18: what a statistic has is the sum of what its matches were last confirmed at, whatever was voided or replaced.
with last as (
  select distinct on (campaign_id, statistic_id, slot) campaign_id, statistic_id, total
    from results where confirmed_at is not null and voided_at is null
   order by campaign_id, statistic_id, slot, confirmation desc),
sums as (select campaign_id, statistic_id, nearest_quantity(sum(total)) as total from last group by campaign_id, statistic_id)
select t.campaign_id, t.statistic_id as subject_id,
       'total says ' || t.confirmed || ' confirmed; its matches say ' || coalesce(s.total, 0) as problem
  from statistic_totals t left join sums s on s.campaign_id = t.campaign_id and s.statistic_id = t.statistic_id
 where t.confirmed <> coalesce(s.total, 0)
