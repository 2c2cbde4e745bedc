-- Whoever reads the database or a backup of it opens nothing with what stands there: links of invitations are kept as
-- hashes, as those of pledges are, and what a waiting mail opens is sealed with a key from outside (R25, R42, R44).
alter table organization_invitations
  add column link_hashes bytea[] not null default '{}',
  alter column token drop not null;
comment on column organization_invitations.link_hashes is
  'SHA-256 of the secrets in the links of the last mails: each of them opens the invitation.';
comment on column organization_invitations.token is
  'Only an earlier version writes it. Emptied once none runs any more, and dropped in a later version.';
alter table ambassadors add column link_hashes bytea[] not null default '{}';
comment on column ambassadors.link_hashes is
  'SHA-256 of the secrets in the links of the last mails: each of them lets the person join.';
comment on column ambassadors.join_token is
  'Only an earlier version writes it. Emptied once none runs any more, and dropped in a later version.';

update organization_invitations set link_hashes = array[sha256(convert_to(token, 'UTF8'))] where token is not null;
update ambassadors set link_hashes = array[sha256(convert_to(join_token, 'UTF8'))] where join_token is not null;
create index organization_invitations_links on organization_invitations using gin (link_hashes);
create index ambassadors_links on ambassadors using gin (link_hashes);

-- While an earlier version still runs, what it writes opens here too.
create function hash_invitation_token() returns trigger language plpgsql as $$
begin
  if new.token is not null and not new.link_hashes @> array[sha256(convert_to(new.token, 'UTF8'))] then
    new.link_hashes := (array[sha256(convert_to(new.token, 'UTF8'))] || new.link_hashes)[1:5];
  end if;
  -- It would mail a link without a secret. This version mails it with the next run.
  if tg_op = 'UPDATE' and new.token is null and new.link_hashes = old.link_hashes
    and new.last_mailed_at is distinct from old.last_mailed_at then
    raise exception 'an earlier version of the program cannot mail this invitation';
  end if;
  return new;
end $$;
create trigger organization_invitations_token before insert or update of token, last_mailed_at on organization_invitations
  for each row execute function hash_invitation_token();
create function hash_join_token() returns trigger language plpgsql as $$
begin
  if new.join_token is not null and not new.link_hashes @> array[sha256(convert_to(new.join_token, 'UTF8'))] then
    new.link_hashes := (array[sha256(convert_to(new.join_token, 'UTF8'))] || new.link_hashes)[1:5];
  end if;
  return new;
end $$;
create trigger ambassadors_token before insert or update of join_token on ambassadors
  for each row execute function hash_join_token();

alter table mails
  add column sealed text,
  add column sealed_attempts integer not null default 0;
comment on column mails.sealed is
  'Subject, bodies and link of a mail that holds a code or a secret link, encrypted with SECRET_KEY until it is delivered. '
  'The other columns have it without them. Null: there is no secret in it, or it was delivered.';
comment on column mails.sealed_attempts is 'Attempts of versions that know how to open it.';

-- An earlier version, which would deliver it without its secret, passes it by.
create function keep_sealed_mail() returns trigger language plpgsql as $$
begin
  if new.sealed_attempts = old.sealed_attempts then return null; end if;
  return new;
end $$;
create trigger mails_sealed before update of attempts on mails
  for each row when (old.sealed is not null and new.attempts > old.attempts)
  execute function keep_sealed_mail();
