-- Whoever does not want to be named on the campaign's page says so; everything else stays as it is (R42).
alter table ambassadors add column on_leaderboard boolean not null default true;
