-- An ambassador joins by the link in the invitation (R42): a secret of its own, since the referral code is public.
alter table ambassadors add column join_token text unique check (length(join_token) >= 32);

-- One person is one ambassador of a campaign, however many addresses were invited.
create unique index ambassadors_user_once on ambassadors (campaign_id, user_id) where user_id is not null and removed_at is null;
create index ambassadors_user on ambassadors (user_id) where user_id is not null;
-- What an ambassador brought in; the pledges without one cost nothing.
create index pledges_ambassador on pledges (ambassador_id) where ambassador_id is not null;
