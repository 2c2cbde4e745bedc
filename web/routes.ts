import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { paths } from './paths.ts'

/** A screen of the dashboard has its address in `paths`, and its page in the folder of that address, under the same name. */
function managementScreens() {
  return Object.values(paths).flatMap((path) => {
    const [, name] = typeof path === 'string' ? (/^\/dashboard\/([\w-]+)$/.exec(path) ?? []) : []
    return name ? [route(`dashboard/${name}`, `pages/dashboard/${name}/${name}.tsx`)] : []
  })
}

/** Every address of the site. What the footer and the home page link to are separate pages (R46). */
export default [
  index('pages/landing/landing.tsx'),
  route('home', 'pages/home/home.tsx'),
  route('campaigns', 'pages/campaigns/discovery.tsx'),
  route('campaigns/:id', 'pages/campaigns/id/campaign.tsx'),
  route('campaigns/:id/scoreboard', 'pages/campaigns/id/scoreboard/scoreboard.tsx'),
  route('campaigns/:id/pledge', 'pages/campaigns/id/pledge/guest-pledge.tsx'),
  route('campaigns/:id/join', 'pages/campaigns/id/join/join.tsx'),
  route('organizations/join', 'pages/organizations/join/join-organization.tsx'),
  route('pledge-card-test/:id?', 'pages/pledge-card-test/pledge-card.tsx'),
  route('sign-in', 'pages/sign-in/sign-in.tsx'),
  route('sign-up', 'pages/sign-up/sign-up.tsx'),
  route('forgot-password', 'pages/forgot-password/forgot-password.tsx'),
  route('reset-password', 'pages/reset-password/reset-password.tsx'),
  route('pledges', 'pages/pledges/pledges.tsx'),
  route('ambassador', 'pages/ambassador/ambassador.tsx'),
  route('pledges/:id', 'pages/pledges/id/pledge.tsx'),
  route('g/:token', 'pages/g/token/confirm-pledge.tsx'),
  route('change/:token', 'pages/change/token/confirm-change.tsx'),
  route('p/:token', 'pages/p/token/linked.tsx'),
  route('p/:token/receipts/:id', 'pages/p/token/receipts/id/linked-receipt.tsx'),
  route('p/:token/giving/:year', 'pages/p/token/giving/year/linked-giving.tsx'),
  route('receipts/:id', 'pages/receipts/id/receipt.tsx'),
  route('giving/:year?', 'pages/giving/giving.tsx'),
  route('unsubscribe/:token', 'pages/unsubscribe/token/unsubscribe.tsx'),
  route('what-is-this-charge', 'pages/what-is-this-charge/what-is-this-charge.tsx'),
  route('dashboard', 'pages/dashboard/dashboard.tsx'),
  ...managementScreens(),
  ...['exceptions', 'held-pledges', 'cards', 'mail'].map((name) =>
    route(`dashboard/${name}`, 'pages/dashboard/problems/moved.tsx', { id: `moved-${name}` }),
  ),
  route('dashboard/reports/bookkeeping', 'pages/dashboard/reports/bookkeeping/bookkeeping.tsx'),
  route('dashboard/payouts/:id', 'pages/dashboard/payouts/id/statement.tsx'),
  route('dashboard/organizations/:id', 'pages/dashboard/organizations/id/organization.tsx'),
  route(
    'dashboard/organizations/:id/bookkeeping',
    'pages/dashboard/organizations/id/bookkeeping/organization-bookkeeping.tsx',
  ),
  route('dashboard/organizations/:id/years/:year', 'pages/dashboard/organizations/id/years/year/year.tsx'),
  route('dashboard/campaigns/:id', 'pages/dashboard/campaigns/id/manage.tsx'),
  route('dashboard/campaigns/:id/copy', 'pages/dashboard/campaigns/id/copy/copy-campaign.tsx'),
  route(
    'dashboard/campaigns/:id/thank-you-list',
    'pages/dashboard/campaigns/id/thank-you-list/thank-you-list.tsx',
  ),
  route('how-it-works', 'pages/how-it-works/how-it-works.tsx'),
  route('success-stories', 'pages/success-stories/success-stories.tsx'),
  route('pricing', 'pages/pricing/pricing.tsx'),
  route('help', 'pages/help/help.tsx'),
  route('contact', 'pages/contact/contact.tsx'),
  route('privacy', 'pages/privacy/privacy.tsx'),
  route('terms', 'pages/terms/terms.tsx'),
  route('create-campaign', 'pages/create-campaign/create-campaign.tsx'),
  route('dev/mail', 'pages/dev/mail/mailbox.tsx'),
  route('dev/mail/samples/:name?', 'pages/dev/mail/samples/mail-samples.tsx'),
  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig
