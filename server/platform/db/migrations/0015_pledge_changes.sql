-- What a supporter agreed to before lowering the maximum, as it stood: the evidence of every promise is kept (R8, R14).
create table pledge_consents (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  maximum_cents cents,
  agreed_maximum_cents cents not null,
  consent_text text not null,
  replaced_at timestamptz not null,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index pledge_consents_pledge on pledge_consents (pledge_id, id);
create trigger pledge_consents_append_only before update or delete on pledge_consents
  for each row execute function refuse_change();
