-- One campaign that is as large as any: what `fill_campaigns` and `fill_pledges` leave out of it.
create function bench.fill_table_campaign(campaign bigint, statistics integer, ambassadors integer, at timestamptz)
  returns void language sql as $$
  insert into statistics (id, campaign_id, name, type, icon, unit_name, expected_target, last_year_result, pledge_amount_options,
      allow_custom_amounts, is_active, sort_order, created_at)
    select bench.id(5, campaign * 8 + n), bench.id(4, campaign), 'Statistic ' || n, 'per_increment', 'faTrophy', 'point', 100 + n, 90 + n,
           '{100,200,500}', true, true, n, at
      from generate_series(5, statistics - 1) n;
  insert into statistic_totals (campaign_id, statistic_id)
    select bench.id(4, campaign), bench.id(5, campaign * 8 + n) from generate_series(5, statistics - 1) n;
  insert into ambassadors (id, campaign_id, email, user_id, referral_code, invited_by, created_at, joined_at)
    select bench.id(10, n), bench.id(4, campaign), 'ambassador-' || n || '@example.org', case when n % 2 = 0 then bench.id(1, n) end,
           'AMB' || translate(lpad(n::text, 5, '0'), '01', 'XY'), bench.id(1, 0), at + n * interval '1 second', case when n % 2 = 0 then at end
      from generate_series(1, ambassadors) n;
$$;
