-- Mail that tells and does not bill: it may be switched off by kind, and sleeps at night where its reader lives.
alter table mails add column quiet_zone text;
-- What switches it off without signing in: in the mail's own headers too (RFC 8058).
alter table mails add column unsubscribe_url text;

-- What the clock on the wall shows. A zone that this server does not know is taken for UTC: it must stop no other mail.
create function wall_clock(zone text, at_instant timestamptz) returns timestamp language plpgsql stable as $$
begin
  return at_instant at time zone zone;
exception when invalid_parameter_value then
  return at_instant at time zone 'UTC';
end $$;
-- From nine in the evening to eight in the morning.
create function is_quiet(zone text, at_instant timestamptz) returns boolean language sql stable
  return extract(hour from wall_clock(zone, at_instant)) not between 8 and 20;

-- Who does not want which kind. Mail about money, and about the account itself, is not among them.
create table mail_refusals (
  user_id uuid not null references users,
  kind text not null check (kind in ('results_digest', 'weekly_digest')),
  refused_at timestamptz not null,
  primary key (user_id, kind)
);

-- Confirmed results that supporters are still to be told of. One gathers for a campaign at a time; once frozen it is
-- told pledge after pledge, and where that stood is kept with what was queued.
create table result_digests (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  opened_at timestamptz not null,
  -- The newest confirmation that has joined.
  changed_at timestamptz not null,
  due_at timestamptz not null,
  frozen_at timestamptz,
  after_pledge_id uuid,
  closed_at timestamptz,
  constraint result_digests_closed check (closed_at is null or frozen_at is not null)
);
create unique index result_digests_gathering on result_digests (campaign_id) where frozen_at is null;
create index result_digests_open on result_digests (due_at) where closed_at is null;
create index result_digests_campaign on result_digests (campaign_id, frozen_at desc);

-- The results as they stood when it was frozen: what is new is the difference to the one before.
create table result_digest_results (
  digest_id uuid not null references result_digests,
  result_id uuid not null references results,
  -- When it counts, as it stood (R10).
  occurs_at timestamptz not null,
  primary key (digest_id, result_id)
);

-- What was confirmed before there were digests is nobody's news.
with told as (
  insert into result_digests (id, campaign_id, opened_at, changed_at, due_at, frozen_at, closed_at)
  select gen_random_uuid(), campaign_id, max(confirmed_at), max(confirmed_at), max(confirmed_at), max(confirmed_at), max(confirmed_at)
    from results where confirmed_at is not null and voided_at is null group by campaign_id
  returning id, campaign_id)
insert into result_digest_results (digest_id, result_id, occurs_at)
select told.id, r.id, coalesce(e.start_time, r.entered_at)
  from told join results r on r.campaign_id = told.campaign_id left join events e on e.id = r.event_id
 where r.confirmed_at is not null and r.voided_at is null and r.quantity <> 0;
