-- A hundred thousand campaigns to search among, with the words that clubs and schools have: some rare, some in every
-- other name. Made after fill.sql, by its numbers; foreign keys and triggers are not run while filling.
create function bench.part(texts text[], number bigint) returns text language sql immutable parallel safe
  return texts[number % cardinality(texts) + 1];

-- 13 824 towns that sound like some.
create function bench.town(number bigint) returns text language sql immutable parallel safe
  return bench.part('{Bar,Cal,Dor,Elm,Fen,Gar,Hol,Ing,Jas,Kel,Lan,Mar,Nor,Oak,Pel,Quin,Ros,San,Tor,Ulm,Ver,Wes,Yar,Zan}', number)
      || bench.part('{ba,de,fi,go,ha,ki,lo,ma,ne,po,ri,sa,te,va,wi,zo,den,mor,ter,lin,van,sel,bur,cor}', number / 24)
      || bench.part('{ton,ville,field,ford,dale,wood,port,mere,ham,worth,land,view,brook,crest,gate,stead,ridge,moor,haven,bridge,side,grove,hill,lake}', number / 576);

create function bench.fill_clubs(clubs bigint, at timestamptz) returns void language sql as $$
  insert into organizations (id, name, description, city, state, organization_type, time_zone, created_by, created_at)
    select bench.id(3, n), bench.town(n * 7919) || ' ' || bench.part('{High School,Little League,Athletic Club,Elementary PTA,Boosters,Youth Soccer,Swim Club,Community Center}', n),
           'A club of its town, with teams for every age and no fee that keeps a child out.', bench.town(n * 7919),
           bench.part('{IL,OK,TX,OR,NE,NY,MN,CA}', n), bench.part('{school,sports_club,nonprofit,community}', n), 'America/Chicago', bench.id(1, 0), at
      from generate_series(0, clubs - 1) n
    on conflict do nothing;
$$;

-- Campaigns `first` to `last`: most are active, figures and dates all over.
create function bench.fill_discovery(first bigint, last bigint, clubs bigint, at timestamptz) returns void language sql as $$
  insert into campaigns (id, organization_id, name, about_this_campaign, how_this_campaign_helps, goal_cents, start_on, end_on, starts_at,
      ends_at, time_zone, status, campaign_type, template, cause, vocabulary, commission_basis_points, money_mode, created_by, created_at)
    select bench.id(4, n), bench.id(3, n * 31 % clubs),
           bench.town(n * 104729) || ' ' || bench.part('{Panthers,Lions,Tigers,Eagles,Falcons,Wildcats,Bulldogs,Hornets,Mustangs,Vikings,Ravens,Otters,Cougars,Rockets,Comets,Sharks}', n * 17)
             || ' ' || bench.part('{Goals,Laps,Saves,Touchdowns,Hits,Threes,Wins,Strikes,Books,Miles}', n * 13) || ' for '
             || bench.part('{New Turf,the Library,Scholarships,the Team Bus,Floodlights,Home Plate,Uniforms,the Bandstand,Travel,the Season}', n * 3 + n / 10),
           repeat('Every goal this season brings the new pitch closer. ', 6), repeat('New goals, new lights, and travel for all. ', 4),
           100000 + n * 7919 % 5000000, (at - interval '90 days')::date, (at + (n % 200) * interval '1 day')::date, at - interval '90 days',
           at + (n % 200) * interval '1 day', 'America/Chicago', bench.part('{active,active,active,completed,paused}', n * 7), 'athletic',
           bench.part('{football,baseball,soccer,basketball,custom}', n), bench.part('{football,baseball,soccer,basketball,custom}', n),
           '{"match": "match", "matches": "matches", "season": "season", "team": "team", "achieved": "Only if they win it", "hasOpponents": true}',
           2500, 'sandbox', bench.id(1, 0), at - interval '91 days'
      from generate_series(first, last) n;
  insert into campaign_books (campaign_id) select bench.id(4, n) from generate_series(first, last) n;
  insert into campaign_totals (campaign_id, pledged_cents, supporters_count)
    select bench.id(4, n), n * 6007 % 2400000, n % 144 from generate_series(first, last) n order by n;
$$;
