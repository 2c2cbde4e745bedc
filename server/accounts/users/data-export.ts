import { DomainError } from '#domain/errors.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'

type Value = string | number | boolean | Date | null
type Row = Record<string, Value>

/** Per kind; a person has far fewer. */
const MOST = 10_000

/** In readable form: amounts in dollars, as everywhere outside of the books. */
const readable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      name.endsWith('Cents') && typeof value === 'number'
        ? [name.slice(0, -'Cents'.length), toDecimal(cents(value))]
        : [name, value],
    ),
  )

/** What is stored about a person, in the order in which a page shows it. Keys, hashes and other people are left out. */
const sections = (userId: string, email: string): Record<string, SQL> => ({
  organizations: sql`
    select o.name as organization, m.role, m.created_at as since
    from organization_members m
    join organizations o on o.id = m.organization_id
    where m.user_id = ${userId}
    order by m.created_at, o.id
  `,
  apiKeys: sql`
    select k.name, o.name as organization, k.made_at, k.last_used_at, k.revoked_at
    from api_keys k
    left join organizations o on o.id = k.organization_id
    where k.made_by = ${userId}
    order by k.id
  `,
  cards: sql`
    select kind, brand, last4, exp_month, exp_year, created_at as saved_at
    from cards
    where user_id = ${userId}
    order by id
  `,
  debitAuthorizations: sql`
    select
      k.brand as bank, k.last4, m.version, m.mandate_text as authorization, m.address as network_address,
      m.agreed_at, m.ended_at, m.end_reason
    from debit_mandates m
    left join cards k on k.id = m.card_id
    where m.user_id = ${userId}
    order by m.agreed_at, m.setup_id
  `,
  guestPledges: sql`
    select
      c.name as campaign, g.state, g.email, g.first_name, g.last_name, g.zip, g.payment_method,
      g.maximum_cents, g.consent_text, g.consent_version, g.address as network_address, g.held_at,
      g.confirmed_at, g.is_anonymous, g.pledge_id as pledge
    from guest_pledges g
    join campaigns c on c.id = g.campaign_id
    where g.email = ${email}
      or g.pledge_id in (
        select id
        from pledges
        where pledger_id = ${userId}
      )
    order by g.id
  `,
  pledges: sql`
    select
      p.id as pledge, c.name as campaign, o.name as organization, p.status, p.payment_timing,
      p.payment_method, p.agreed_maximum_cents, p.is_anonymous, p.thanks as thanks_by_name, p.thanked_as, p.note, p.consent_text,
      p.created_at as pledged_at, p.cancelled_at
    from pledges p
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    where p.pledger_id = ${userId}
    order by p.id
  `,
  pledgeDetails: sql`
    select
      pledge_id as pledge, first_name, last_name, phone, street_address1, street_address2, city, state,
      zip, name_by_link, contact_by_link as address_by_link, network as network_address, erased_at
    from pledge_details
    where user_id = ${userId}
    order by pledge_id
  `,
  alerts: sql`
    select
      c.name as campaign, a.channel, a.quiet_from, a.quiet_to, a.time_zone, a.since,
      (
        select count(*)
        from push_devices d
        where d.campaign_id = a.campaign_id
          and d.user_id = a.user_id
      ) as browsers
    from result_alerts a
    join campaigns c on c.id = a.campaign_id
    where a.user_id = ${userId}
    order by a.since, c.id
  `,
  tellWhenOpen: sql`
    select c.name as campaign, r.email, r.asked_at
    from users u
    join opening_requests r on r.mailbox = mailbox_of(u.email)
    join campaigns c on c.id = r.campaign_id
    where u.id = ${userId}
    order by r.asked_at, c.id
  `,
  heldPledges: sql`
    select
      h.id as pledge, c.name as campaign, h.state, h.payment_method, h.agreed_maximum_cents,
      h.is_anonymous, h.thanks as thanks_by_name, h.note, h.consent_text, h.created_at as pledged_at, h.decided_at, h.message
    from held_pledges h
    join campaigns c on c.id = h.campaign_id
    where h.pledger_id = ${userId}
      and h.state <> 'released'
    order by h.id
  `,
  pledgeLines: sql`
    select
      l.pledge_id as pledge, l.statistic_name as statistic, l.type, l.rate_cents,
      l.from_at as counts_from, l.until_at as counts_until, e.name as only_match
    from pledge_lines l
    join pledges p on p.campaign_id = l.campaign_id and p.id = l.pledge_id
    left join events e on e.id = l.event_id
    where p.pledger_id = ${userId}
    order by l.pledge_id, l.statistic_name, l.number
  `,
  charges: sql`
    select
      h.pledge_id as pledge, h.amount_cents, h.refunded_cents, h.state, h.charge_at, h.succeeded_at
    from charges h
    join pledges p on p.campaign_id = h.campaign_id and p.id = h.pledge_id
    where p.pledger_id = ${userId}
    order by h.id
  `,
  invoices: sql`
    select
      i.pledge_id as pledge, i.number, i.amount_cents, i.paid_cents, i.state, i.issued_at, i.due_on
    from invoices i
    join pledges p on p.campaign_id = i.campaign_id and p.id = i.pledge_id
    where p.pledger_id = ${userId}
    order by i.id
  `,
  payments: sql`
    select
      y.pledge_id as pledge, y.amount_cents, y.method, y.reference, y.received_on, y.state,
      y.reversal_reason
    from payments y
    join pledges p on p.campaign_id = y.campaign_id and p.id = y.pledge_id
    where p.pledger_id = ${userId}
    order by y.id
  `,
  repayments: sql`
    select b.pledge_id as pledge, b.amount_cents, b.method, b.reference, b.refunded_on
    from manual_refunds b
    join pledges p on p.campaign_id = b.campaign_id and p.id = b.pledge_id
    where p.pledger_id = ${userId}
    order by b.id
  `,
  refunds: sql`
    select
      r.pledge_id as pledge, r.amount_cents, r.kind, r.state, r.by_hand, r.reason, r.created_at
    from refunds r
    join pledges p on p.campaign_id = r.campaign_id and p.id = r.pledge_id
    where p.pledger_id = ${userId}
    order by r.id
  `,
  comments: sql`
    select c.name as campaign, m.message, m.created_at, m.hidden_at is not null as is_hidden
    from comments m
    join campaigns c on c.id = m.campaign_id
    where m.author_id = ${userId}
    order by m.id
  `,
  askedRepresentatives: sql`
    select c.name as campaign, q.question, q.asked_at, q.answer, q.answered_at
    from review_requests q
    join campaigns c on c.id = q.campaign_id
    where q.asked_by = ${userId}
      and q.question is not null
    order by q.id
  `,
  thankYous: sql`
    select c.name as campaign, t.message, t.written_at, t.sent_at
    from thank_yous t
    join campaigns c on c.id = t.campaign_id
    where t.written_by = ${userId}
    order by t.id
  `,
  ambassador: sql`
    select
      c.name as campaign, a.referral_code, a.created_at as invited_at, a.joined_at, a.removed_at
    from ambassadors a
    join campaigns c on c.id = a.campaign_id
    where a.user_id = ${userId}
      or a.email = ${email}
    order by a.id
  `,
  organizationInvitations: sql`
    select
      o.name as organization, i.role, i.created_at as invited_at, i.expires_at, i.accepted_at,
      i.revoked_at
    from organization_invitations i
    join organizations o on o.id = i.organization_id
    where i.accepted_by = ${userId}
      or i.email = ${email}
    order by i.id
  `,
  mails: sql`
    -- Without the secrets of its links, which are not kept once a mail was sent.
    select kind, subject, text_body as text, created_at, sent_at
    from mails
    where user_id = ${userId}
    order by id desc
  `,
  actions: sql`
    select at, action, subject
    from audit_log
    where actor_id = ${userId}
    order by id desc
  `,
})

/** What they wrote to us, chose, and signed in with. */
const ownSections = (userId: string): Record<string, SQL> => ({
  contactMessages: sql`
    select subject, text_body as text, created_at
    from mails
    where kind = 'contact'
      and ${userId}::uuid = any(about_user_ids)
    order by id
  `,
  reportedMessages: sql`
    select c.name as campaign, r.reason, r.created_at as reported_at
    from comment_reports r
    join campaigns c on c.id = r.campaign_id
    where r.reporter = ${`user:${userId}`}
    order by r.id
  `,
  emailsTurnedOff: sql`
    select kind, refused_at as turned_off_at
    from mail_refusals
    where user_id = ${userId}
    order by kind
  `,
  devicesSignedIn: sql`
    select
      s.created_at as signed_in_at, s.updated_at as last_used_at, s.expires_at,
      s.ip_address as network_address, s.user_agent as browser
    from identity.session s
    join user_identities i on i.subject = s.user_id and i.provider = 'embedded'
    where i.user_id = ${userId}
    order by s.created_at, s.id
  `,
  passkeys: sql`
    select p.name, p.device_type, p.created_at
    from identity.passkey p
    join user_identities i on i.subject = p.user_id and i.provider = 'embedded'
    where i.user_id = ${userId}
    order by p.created_at, p.id
  `,
})

const PROFILE = sql`
  first_name, last_name, email, email_verified_at, phone, street_address1, street_address2, city,
  state, zip, array_to_string(not_typed, ', ') as added_by_link_or_card, created_at
`

/** Everything stored about a person, by kind, in a readable file. */
export async function exportOf(db: Db, userId: string): Promise<Record<string, Row | Row[]>> {
  const profile = first(
    await db.query<Row>(sql`select ${PROFILE} from users where id = ${userId} and deleted_at is null`),
  )
  // Deleted since the token was checked.
  if (!profile) throw new DomainError('unauthorized', '401: Unauthorized')
  const found: Record<string, Row | Row[]> = { profile }
  const all = { ...sections(userId, String(profile.email)), ...ownSections(userId) }
  const cut: Row[] = []
  for (const [name, query] of Object.entries(all)) {
    const rows = await db.query<Row>(sql`${query} limit ${MOST + 1}`)
    if (rows.length > MOST) cut.push({ kind: name, rows: MOST })
    found[name] = rows.slice(0, MOST).map(readable)
  }
  // A file that leaves something out says so.
  return cut.length === 0 ? found : { ...found, notComplete: cut }
}
