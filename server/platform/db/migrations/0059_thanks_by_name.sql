-- A supporter may be thanked by name on the campaign's page, once a representative has checked the name (R26).
alter table pledges
  add column thanks text,
  add column thanked_as text,
  add constraint pledges_thanks check (thanks in ('asked', 'shown', 'hidden')) not valid,
  add constraint pledges_thanked_as check ((thanks is distinct from 'shown') = (thanked_as is null)) not valid,
  add constraint pledges_thanked_openly check (thanks is null or not is_anonymous) not valid;
comment on column pledges.thanks is
  'asked: its supporter wants to be thanked by name, and a representative has not decided; shown, hidden: the decision. Null: not wanted.';
comment on column pledges.thanked_as is
  'The name as it was checked. It is shown only while the pledge still has this name: another one is checked again.';
create index pledges_thanks on pledges (campaign_id, id desc) where thanks is not null;

alter table held_pledges
  add column thanks text,
  add constraint held_pledges_thanks check (thanks is null or (thanks = 'asked' and not is_anonymous)) not valid;
comment on column held_pledges.thanks is 'As on the pledge that it becomes.';
