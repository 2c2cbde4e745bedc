-- What a bank took back counts on one day, on a receipt and on a year-end statement alike (R37).
alter table disputes add column taken_at timestamptz;
comment on column disputes.taken_at is
  'When the bank took what it holds, as the card provider says, else as we learned. Null: it has taken nothing yet.';
-- The last time that it was taken. Only the first entry of a kind has the dispute as its source; whatever was taken again, after
-- some of it had been given back, is its own.
update disputes d
set taken_at = (
  select max(e.occurred_at)
  from journal_entries e
  where e.pledge_id = d.pledge_id
    and e.kind = 'dispute'
    and (
      e.source_id = d.id
      or (
        e.source_id = e.id
        and e.occurred_at >= (
          select w.occurred_at
          from journal_entries w
          where w.source_id = d.id
            and w.kind = 'dispute_won'
        )
      )
    )
);
