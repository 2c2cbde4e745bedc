-- A confirmation states a total (R17, R18): entries of one slot replace one another, and the one that was confirmed
-- last stands. A slot is a statistic's count in one match, or what became of an achievement; a count without a match
-- has a slot of its own.

alter table results disable trigger results_guard;

alter table results
  add column slot uuid generated always as (
    case when kind <> 'count' then statistic_id when event_id is null then id else event_id end) stored,
  -- What the slot stands at once this entry is confirmed and no later one is.
  add column total quantity,
  -- What the slot stood at when it was entered; null for nothing.
  add column previous_total quantity,
  -- The campaign's confirmations in their order: two may fall on one instant.
  add column confirmation bigint;

update results r set total = s.total, previous_total = s.previous_total, confirmation = n.confirmation
  from results o
  cross join lateral (
    select case when o.kind <> 'count' then least(greatest(sum(p.quantity), 0), 1)
                when o.event_id is null then o.quantity else greatest(sum(p.quantity), 0) end as total,
           case when o.kind = 'count' and o.event_id is not null and count(*) > 1
                then greatest(sum(p.quantity) filter (where p.id < o.id), 0) end as previous_total
      from results p
     where p.statistic_id = o.statistic_id and p.slot = o.slot and p.id <= o.id and (p.voided_at is null or p.id = o.id)) s
  left join (
    select id, row_number() over (partition by campaign_id order by id) as confirmation
      from results where confirmed_at is not null) n on n.id = o.id
 where o.id = r.id;

alter table results
  alter column total set not null,
  add constraint results_confirmation check ((confirmation is null) = (confirmed_at is null)),
  -- No match counts below 0, and an achievement is achieved once or not at all (R17, R20).
  add constraint results_total check (
    case when kind <> 'count' then total in (0, 1) else event_id is null or total >= 0 end);
create unique index results_confirmation on results (campaign_id, confirmation);
create index results_slot on results (campaign_id, statistic_id, slot) where voided_at is null;

create or replace function results_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.campaign_id, new.statistic_id, new.event_id, new.kind, new.quantity, new.total, new.previous_total, new.note, new.evidence_url, new.entered_by, new.entered_at)
     is distinct from
     (old.id, old.campaign_id, old.statistic_id, old.event_id, old.kind, old.quantity, old.total, old.previous_total, old.note, old.evidence_url, old.entered_by, old.entered_at)
     or (old.confirmed_at is not null
         and (new.confirmed_at, new.confirmed_by, new.confirmation) is distinct from (old.confirmed_at, old.confirmed_by, old.confirmation))
     or (old.voided_at is not null and new is distinct from old)
  then
    raise exception 'results are append-only' using errcode = 'restrict_violation', constraint = 'results_append_only';
  end if;
  return new;
end $$;
alter table results enable trigger results_guard;

-- Every entry that is not voided, with the difference it makes: confirmed ones in the order of their confirmations,
-- then those that wait in the order they were entered. The differences of a slot's confirmed entries add up to what
-- was confirmed last, whatever was voided between them.
create view effective_results as
  select r.*, r.total - coalesce(lag(r.total) over chain, 0) as difference,
         lag(r.total) over chain as falls_back_to,
         -- A later confirmation stands in its place.
         r.confirmed_at is not null and lead(r.confirmed_at) over chain is not null as is_replaced
    from results r
   where r.voided_at is null
  window chain as (partition by r.campaign_id, r.statistic_id, r.slot order by r.confirmation nulls last, r.id);

-- What a settlement or a digest rests on is kept with it: an entry's difference changes when another one is voided.
alter table settlement_results add column quantity quantity;
update settlement_results x set quantity = r.quantity from results r where r.id = x.result_id;
alter table settlement_results alter column quantity set not null;
alter table result_digest_results add column quantity quantity;
update result_digest_results x set quantity = r.quantity from results r where r.id = x.result_id;
alter table result_digest_results alter column quantity set not null;
