-- A campaign looks and reads like its cause: its drawn picture and its words (R63). A version before this one writes
-- neither column: it gets the words of a sport, and the picture of its template.
alter table campaigns
  add column scene text check (
    scene in (
      'football', 'baseball', 'soccer', 'basketball', 'custom', 'reading', 'running', 'swimming', 'music', 'robotics',
      'animals', 'food', 'garden', 'theater', 'scouts'
    )
  ),
  add column vocabulary jsonb not null
    default '{"match": "match", "matches": "matches", "season": "season", "team": "team", "achieved": "Only if they win it", "hasOpponents": true}'
    check (jsonb_typeof(vocabulary) = 'object');
comment on column campaigns.scene is 'Which drawn picture the campaign shows until one is uploaded. Null: that of its template.';
comment on column campaigns.vocabulary is 'What the campaign calls its matches, its season and its team, and when an achievement is paid.';

-- Campaigns that are there already: what they count and are called says which cause they are.
with told as (
  select
    c.id, c.template, c.campaign_type,
    lower(
      c.name || ' ' || coalesce(
        (
          select string_agg(s.name || ' ' || coalesce(s.unit_name, ''), ' ')
          from statistics s
          where s.campaign_id = c.id
        ),
        ''
      )
    ) as words
  from campaigns c
),
kinds as (
  select
    id,
    campaign_type,
    case
      when template <> 'custom' then template
      when words ~ '\m(robots?|robotics|autonomous|weld\w*|drones?)\M' then 'robotics'
      when words ~ '\m(dogs?|cats?|animals?|adopt\w*|pets?|puppy|puppies|kittens?)\M' then 'animals'
      when words ~ '\m(swim\w*|pool|laps)\M' then 'swimming'
      when words ~ '\m(concerts?|orchestra|choir|songs?|piano|encores?|instruments?)\M' then 'music'
      when words ~ '\m(pages?|books?|reading|problems?|math|spelling|essays?)\M' then 'reading'
      when words ~ '\m(gardens?|grown|seeds?|trees?|vegetables?)\M' then 'garden'
      when words ~ '\m(meals?|pantry|food|baskets?|deliver\w*|cans)\M' then 'food'
      when words ~ '\m(theat(er|re)|drama|musical|plays|shows?)\M' then 'theater'
      when words ~ '\m(scouts?|badges?|camp\w*|hikes?|troop)\M' then 'scouts'
      when words ~ '\m(miles?|marathon|5k|10k|runners?|kilometers?)\M' then 'running'
      else 'custom'
    end as scene
  from told
),
words (scene, match, matches, season, team) as (
  values
    ('football', 'game', 'games', 'season', 'team'),
    ('baseball', 'game', 'games', 'season', 'team'),
    ('basketball', 'game', 'games', 'season', 'team'),
    ('soccer', 'match', 'matches', 'season', 'team'),
    ('reading', 'week', 'weeks', 'term', 'school'),
    ('running', 'run', 'runs', 'season', 'group'),
    ('swimming', 'meet', 'meets', 'season', 'team'),
    ('music', 'concert', 'concerts', 'series', 'ensemble'),
    ('robotics', 'meet', 'meets', 'season', 'team'),
    ('animals', 'week', 'weeks', 'campaign', 'rescue'),
    ('food', 'delivery', 'deliveries', 'drive', 'pantry'),
    ('garden', 'week', 'weeks', 'harvest', 'garden'),
    ('theater', 'show', 'shows', 'production', 'cast'),
    ('scouts', 'outing', 'outings', 'scouting year', 'troop'),
    ('athletic', 'match', 'matches', 'season', 'team'),
    ('academic', 'week', 'weeks', 'term', 'school'),
    ('community', 'event', 'events', 'campaign', 'group')
)
update campaigns c
set
  scene = k.scene,
  vocabulary = jsonb_build_object(
    'match', w.match,
    'matches', w.matches,
    'season', w.season,
    'team', w.team,
    'achieved', case
      when w.scene in ('football', 'baseball', 'basketball', 'soccer', 'athletic') then 'Only if they win it'
      else 'Only if they do it'
    end,
    'hasOpponents', w.scene in ('football', 'baseball', 'basketball', 'soccer', 'athletic')
  )
from kinds k
join words w on w.scene = case when k.scene = 'custom' then k.campaign_type else k.scene end
where c.id = k.id;
