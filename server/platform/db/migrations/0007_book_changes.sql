-- The self check looks at what changed (R40): each transaction that changes figures of a campaign leaves a mark, and the
-- check that has looked at it takes the mark away. A mark is a row of its own transaction, so that writers of one
-- campaign do not wait for each other, and a mark that a check sees stands for figures that it sees too.
create table book_changes (
  campaign_id uuid not null,
  transaction xid8 not null,
  primary key (campaign_id, transaction)
);
comment on table book_changes is
  'One transaction that changed figures of a campaign since its books were last checked (R40).';

create table book_checks (
  campaign_id uuid primary key references campaigns,
  checked_at timestamptz not null
);
comment on table book_checks is
  'When one campaign''s books were last checked in full: the campaign that has waited longest is next (R40).';

create function mark_books() returns trigger language plpgsql as $$
begin
  insert into book_changes select distinct campaign_id, pg_current_xact_id() from changed on conflict do nothing;
  return null;
end $$;
comment on function mark_books is 'For tables that an invariant of the books reads, once for each statement.';

create function mark_books_of_pledge() returns trigger language plpgsql as $$
begin
  insert into book_changes values (new.campaign_id, pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;
comment on function mark_books_of_pledge is 'The same for a new pledge: they come one at a time, and a row costs less.';

create function mark_books_of_campaign() returns trigger language plpgsql as $$
begin
  insert into book_changes values (new.id, pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;
comment on function mark_books_of_campaign is 'The same for a campaign, of which the invariants read some columns.';

-- Tables that are only ever written together with one of these have no mark of their own: a pledge's lines, a campaign's
-- totals. They are written with every pledge, and each trigger costs it time.
--
-- Creating a trigger waits until nobody writes its table. All tables are taken at once, and given back when that takes
-- longer than a moment: a request that holds one of them and needs another is never refused for it.
do $$
declare
  tables constant text[] := array[
    'adjustments', 'campaign_books', 'charge_attempts', 'charges', 'disputes', 'invoices', 'journal_entries',
    'journal_postings', 'manual_refunds', 'payments', 'payout_reversals', 'payouts', 'refunds', 'results', 'set_offs',
    'settlement_pledges', 'settlements', 'shortfall_write_offs', 'statistic_totals'];
  limit_before constant text := current_setting('lock_timeout');
  name text;
  attempt integer := 0;
begin
  loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      execute 'lock table campaigns, pledges, ' || array_to_string(tables, ', ') || ' in share row exclusive mode';
      exit;
    exception when lock_not_available then
      attempt := attempt + 1;
      if attempt >= 600 then
        raise exception 'the tables of the books are never free: migrate when less is written';
      end if;
      perform pg_sleep(0.2);
    end;
  end loop;
  perform set_config('lock_timeout', limit_before, true);
  foreach name in array tables loop
    execute format('create trigger %1$s_inserted_marks_books after insert on %1$I
      referencing new table as changed for each statement execute function mark_books()', name);
    execute format('create trigger %1$s_updated_marks_books after update on %1$I
      referencing new table as changed for each statement execute function mark_books()', name);
    execute format('create trigger %1$s_deleted_marks_books after delete on %1$I
      referencing old table as changed for each statement execute function mark_books()', name);
  end loop;
  create trigger pledges_inserted_marks_books after insert on pledges
    for each row execute function mark_books_of_pledge();
  create trigger pledges_updated_marks_books after update on pledges
    referencing new table as changed for each statement execute function mark_books();
  create trigger campaigns_inserted_marks_books after insert on campaigns
    for each row execute function mark_books_of_campaign();
  create trigger campaigns_updated_marks_books after update on campaigns
    for each row
    when ((old.status, old.commission_basis_points, old.final_locked_at)
          is distinct from (new.status, new.commission_basis_points, new.final_locked_at))
    execute function mark_books_of_campaign();
end $$;

create index set_offs_campaign on set_offs (campaign_id);

-- Everything is checked once, by the first check after this.
insert into book_changes select id, pg_current_xact_id() from campaigns;
