-- What the bench measures on, made in bulk. Ids are numbers written as UUIDs, so that a load can name them by itself.
-- Foreign keys and triggers are not run while filling; the invariants are, afterwards.
create schema bench;

create function bench.id(kind integer, number bigint) returns uuid language sql immutable parallel safe
  return ('01900000-' || lpad(to_hex(kind), 4, '0') || '-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid;

-- Every campaign has these five, with the same terms.
create table bench.statistics (
  position integer primary key, name text, type text, unit_name text, target numeric, most numeric, last_year numeric, rate bigint);
insert into bench.statistics values
  (0, 'Goals', 'per_increment', 'goal', 50, null, 46, 250),
  (1, 'Wins', 'per_increment', 'win', 14, 20, 11, 500),
  (2, 'Clean sheets', 'per_increment', 'clean sheet', 12, null, 10, 200),
  (3, 'Champions', 'per_achievement', null, null, null, null, 2500),
  (4, 'A one-time gift', 'one_time', null, null, null, null, 2500);

create function bench.fill_people(users bigint, organizations bigint, at timestamptz) returns void language sql as $$
  insert into users (id, first_name, last_name, email, email_verified_at, created_at)
    select bench.id(1, n), 'Dana', 'Whitfield ' || n, 'supporter-' || n || '@example.org', at, at from generate_series(0, users) n;
  -- One more than the supporters: nobody settles their own pledge.
  insert into user_roles (user_id, role, granted_at) values (bench.id(1, users), 'pledgeraiser_representatives', at);
  insert into cards (id, user_id, provider, money_mode, provider_payment_method, brand, last4, exp_month, exp_year, created_at)
    select bench.id(2, n), bench.id(1, n), 'sandbox', 'sandbox', 'pm_bench_' || n, 'visa', '4242', 12, 2040, at from generate_series(0, users - 1) n;
  insert into organizations (id, name, description, website, city, state, organization_type, time_zone, created_by, created_at)
    select bench.id(3, n), 'Riverside Athletic Club ' || n, 'A club of its town, with teams for every age and no fee that keeps a child out.',
           'https://club-' || n || '.example.org', 'Springfield', 'IL', 'sports_club', 'America/Chicago', bench.id(1, n), at
      from generate_series(0, organizations - 1) n;
  insert into organization_members (organization_id, user_id, role, created_at)
    select bench.id(3, n), bench.id(1, n), 'owner', at from generate_series(0, organizations - 1) n;
$$;

-- Campaigns `first` to `last`, with `played` of `events` matches confirmed.
create function bench.fill_campaigns(first bigint, last bigint, organizations bigint, events integer, played integer, at timestamptz)
  returns void language sql as $$
  insert into campaigns (id, organization_id, name, about_this_campaign, how_this_campaign_helps, goal_cents, start_on, end_on, starts_at,
      ends_at, time_zone, status, campaign_type, template, cause, vocabulary, commission_basis_points, money_mode, created_by, created_at)
    select bench.id(4, n), bench.id(3, n % organizations), 'Season ' || n || ' of the first team',
           repeat('Every goal this season brings the new pitch closer. ', 6), repeat('New goals, new lights, and travel for all. ', 4),
           1000000 + n * 1000, (at - interval '90 days')::date, (at + interval '90 days')::date, at - interval '90 days', at + interval '90 days',
           'America/Chicago', 'active', 'athletic', k.kind, k.kind,
           '{"match": "match", "matches": "matches", "season": "season", "team": "team", "achieved": "Only if they win it", "hasOpponents": true}',
           2500, 'sandbox', bench.id(1, n % organizations), at - interval '91 days'
      from generate_series(first, last) n,
           lateral (select (array['football', 'baseball', 'soccer', 'basketball', 'custom'])[n % 5 + 1] as kind) k;
  insert into campaign_books (campaign_id) select bench.id(4, n) from generate_series(first, last) n;
  insert into campaign_totals (campaign_id) select bench.id(4, n) from generate_series(first, last) n;
  insert into statistics (id, campaign_id, name, type, icon, unit_name, expected_max, expected_target, last_year_result,
      pledge_amount_options, allow_custom_amounts, is_active, sort_order, created_at)
    select bench.id(5, n * 8 + s.position), bench.id(4, n), s.name, s.type, 'faTrophy', s.unit_name, s.most, s.target, s.last_year,
           array[s.rate, s.rate * 2, s.rate * 4], true, true, s.position, at from generate_series(first, last) n, bench.statistics s;
  insert into events (id, campaign_id, name, event_type, start_time, played_on, opponent, venue, is_completed, created_at)
    select bench.id(6, n * 64 + e), bench.id(4, n), 'Match day ' || e, 'game', k.starts_at, k.starts_at::date, 'Opponent ' || e, 'home', e <= played, at
      from generate_series(first, last) n, generate_series(1, events) e,
           lateral (select at + (e - played - 1) * interval '2 days' as starts_at) k;
  insert into results (id, campaign_id, statistic_id, event_id, kind, quantity, total, entered_by, entered_at, confirmation, confirmed_by, confirmed_at)
    select bench.id(7, (n * 64 + e) * 8 + s), bench.id(4, n), bench.id(5, n * 8 + s), bench.id(6, n * 64 + e), 'count',
           (array[2, 1, e % 2])[s + 1], (array[2, 1, e % 2])[s + 1], bench.id(1, 1 + n % organizations), at, e * 8 + s, bench.id(1, 0), at
      from generate_series(first, last) n, generate_series(1, played) e, generate_series(0, 2) s;
  insert into statistic_totals (campaign_id, statistic_id, confirmed, entered, likely, achievement)
    select c.campaign_id, c.id, coalesce(r.quantity, 0), coalesce(r.quantity, 0), coalesce(c.last_year_result, 1),
           case when c.type = 'per_achievement' then 'open' end
      from statistics c left join (select statistic_id, sum(quantity) as quantity from results group by 1) r on r.statistic_id = c.id
     where c.campaign_id in (select bench.id(4, n) from generate_series(first, last) n);
  insert into comments (id, campaign_id, author_id, message, created_at)
    select bench.id(8, n * 4 + k), bench.id(4, n), bench.id(1, k), 'Good luck for the season, from all of us at home!', at
      from generate_series(first, last) n, generate_series(1, 3) k;
$$;

-- Pledges, each with those of the five lines that `chosen` says. One in five has a cap that this season reaches.
create function bench.fill_pledges(first bigint, last bigint, per_campaign bigint, users bigint, with_all_lines boolean, at timestamptz)
  returns void language plpgsql as $$
begin
  create temporary table made on commit drop as
    select n * per_campaign + p as number, n as campaign, p, bench.id(9, n * per_campaign + p) as id, (n * 7 + p) % users as pledger,
           case when p % 5 = 0 then 3000 + p % 7 * 100 end as cap
      from generate_series(first, last) n, generate_series(0, per_campaign - 1) p;
  create temporary table made_lines on commit drop as
    select m.id, m.campaign, s.*, s.rate * coalesce(s.last_year, 1) as estimate, s.rate * coalesce(s.most, 2 * s.target, 1) as largest
      from made m join bench.statistics s on with_all_lines or s.position in (0, 1 + m.p % 2, 3 + m.p % 4);
  insert into pledges (id, campaign_id, pledger_id, status, payment_timing, payment_method, card_id, maximum_cents, agreed_maximum_cents,
      estimate_cents, is_anonymous, note, consent_text, created_at)
    select m.id, bench.id(4, m.campaign), bench.id(1, m.pledger), 'active', 'end_of_campaign', case when m.p % 2 = 0 then 'auto_bill_end' else 'check' end,
           case when m.p % 2 = 0 then bench.id(2, m.pledger) end, m.cap, least(m.cap, l.largest), l.estimate, m.p % 3 = 0,
           case when m.p % 4 = 0 then 'Go team!' end, repeat('I pay only for results that are confirmed. ', 6), at + m.p * interval '1 millisecond'
      from made m join (select id, sum(estimate) as estimate, sum(largest) as largest from made_lines group by id) l on l.id = m.id order by m.number;
  insert into pledge_lines (campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents)
    select bench.id(4, campaign), id, bench.id(5, campaign * 8 + position), name, type, rate, estimate from made_lines l order by l.id, l.position;
  update campaign_totals t set pledged_cents = s.pledged, earned_cents = s.earned, supporters_count = s.supporters
    from (select campaign_id, sum(least(most, likely)) as pledged, sum(least(most, owed)) as earned, count(*) as supporters
            from (select p.campaign_id, p.agreed_maximum_cents as most,
                         sum(case when l.type = 'one_time' then l.rate_cents else line_amount(l.rate_cents, greatest(q.likely, q.confirmed)) end) as likely,
                         sum(case when l.type = 'one_time' then l.rate_cents else line_amount(l.rate_cents, q.confirmed) end) as owed
                    from pledges p join pledge_lines l on l.pledge_id = p.id join statistic_totals q on q.statistic_id = l.statistic_id
                   where p.id in (select id from made) group by p.id) f group by campaign_id) s
   where t.campaign_id = s.campaign_id;
end $$;
