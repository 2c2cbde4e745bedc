import { expect, test } from 'vitest'
import { paths, safeReturn, signInPath, startSignInPath } from './paths.ts'

test('the site has exactly these addresses', () => {
  const shown = Object.entries(paths).map(
    ([name, path]) => `${name} ${typeof path === 'function' ? path('ID') : path}`,
  )
  expect(shown.sort()).toMatchInlineSnapshot(`
    [
      "achievements /dashboard/campaigns/ID?tab=results#achievements",
      "ambassador /ambassador",
      "bank /dashboard/bank",
      "bookkeeping /dashboard/reports/bookkeeping",
      "campaign /campaigns/ID",
      "campaigns /campaigns",
      "cards /dashboard/problems#cards",
      "changeLink /change/ID",
      "charge /dashboard/collections?charge=ID",
      "collections /dashboard/collections",
      "collectionsOf /dashboard/collections?campaign=ID&show=all",
      "comments /dashboard/comments",
      "confirmMatch /dashboard/campaigns/ID?tab=results#confirm-none",
      "contact /contact",
      "copyCampaign /dashboard/campaigns/ID/copy",
      "createCampaign /dashboard/create-campaign",
      "createCampaignAlias /create-campaign",
      "dashboard /dashboard",
      "disputedCharge /dashboard/collections?show=disputed&charge=ID",
      "editCampaign /dashboard/campaigns/ID?edit=details",
      "enterResults /dashboard/campaigns/ID?tab=results&enter=match",
      "exceptions /dashboard/problems#exceptions",
      "failedCharges /dashboard/campaigns/ID?tab=settlements&charges=failed#charges",
      "finalSettlement /dashboard/campaigns/ID?tab=settlements&kind=final",
      "forgotPassword /forgot-password",
      "giveBack /dashboard/payments#give-back",
      "giving /giving/ID",
      "guestLink /g/ID",
      "guestPledge /campaigns/ID/pledge",
      "heldPledges /dashboard/problems#held-pledges",
      "help /help",
      "home /home",
      "howItWorks /how-it-works",
      "landing /",
      "linkedGiving /p/ID/giving/",
      "linkedPledge /p/ID",
      "linkedReceipt /p/ID/receipts/",
      "mail /dashboard/problems#mail",
      "mailSamples /dev/mail/samples/ID",
      "mailbox /dev/mail",
      "manage /dashboard/campaigns/ID",
      "organization /dashboard/organizations/ID",
      "organizationBookkeeping /dashboard/organizations/ID/bookkeeping",
      "organizationYear /dashboard/organizations/ID/years/",
      "overdueOf /dashboard/collections?campaign=ID&show=overdue",
      "payments /dashboard/payments",
      "payout /dashboard/payouts/ID",
      "payoutDestination /dashboard/organizations/ID#payout-destination",
      "payouts /dashboard/payouts",
      "payoutsOf /dashboard/payouts?search=ID",
      "pledge /pledges/ID",
      "pledgeCard /pledge-card-test/ID",
      "pledgeWithoutAddress /campaigns/ID/pledge?address=none",
      "pledges /pledges",
      "postedPayment /dashboard/payments?in=bank&number=ID",
      "pricing /pricing",
      "privacy /privacy",
      "problems /dashboard/problems",
      "profile /dashboard/profile",
      "receipt /receipts/ID",
      "reports /dashboard/reports",
      "representatives /dashboard/representatives",
      "resetPassword /reset-password",
      "scoreboard /campaigns/ID/scoreboard",
      "signIn /sign-in",
      "signUp /sign-up",
      "stoppedCards /dashboard/collections?campaign=ID&show=stopped",
      "successStories /success-stories",
      "terms /terms",
      "thankYouList /dashboard/campaigns/ID/thank-you-list",
      "toDeposit /dashboard/payments#to-deposit",
      "whatIsThisCharge /what-is-this-charge",
    ]
  `)
  expect(paths.manage('ID', 'results')).toBe('/dashboard/campaigns/ID?tab=results')
})

test('sign-in returns to the page that asked and ignores a return address on another site', () => {
  expect(signInPath('/campaigns/ID?ref=A')).toBe('/sign-in?returnTo=%2Fcampaigns%2FID%3Fref%3DA')
  expect(startSignInPath('/dashboard')).toBe('/api/sign-in')
  expect(safeReturn('/campaigns/ID?ref=A')).toBe('/campaigns/ID?ref=A')
  // Headers cannot carry such characters unescaped.
  expect(safeReturn('/\u200b')).toBe('/%E2%80%8B')
  for (const bad of [
    null,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/sign-in',
    '/reset-password',
    '/api/x',
    '/a\nb',
    '/..//evil.test',
    '/./..//evil.test/x',
    '/a/../sign-in',
    '/a/..//evil.test',
  ]) {
    expect(safeReturn(bad), String(bad)).toBe('/dashboard')
  }
})
