import { brand } from './brand.ts'
import type { LegalText } from './prose.ts'

export const privacy: LegalText = {
  title: 'Privacy Policy',
  lead: 'What we keep about you, who sees it, and why. In short: what it takes to run pledges honestly, and nothing to sell.',
  description: 'What we keep about you, who sees it, for how long, and how you change or erase it.',
  updatedOn: '2026-11-29',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      body: [
        `${brand.name} runs performance-pledge campaigns for teams, schools, clubs and other organizations. We decide how the information described here is used, and answer for it. Write to ${brand.contactEmail} or call ${brand.contactPhone}.`,
      ],
    },
    {
      id: 'what-we-keep',
      title: 'What we keep',
      body: [
        [
          'Your account: name, email address, how you sign in, and which organizations you work for.',
          'When you pledge: phone number and postal address, what you pledged, your maximum, the words you agreed to and when, your note, and the ambassador you chose.',
          'When you pay: the amount, the date and how you paid. Of a card we keep its brand, its last four digits and its expiration date. Of a bank account we keep the bank’s name, its last four digits and your authorization. The whole number goes from your browser to our card payment provider and never reaches us.',
          'What you write: messages of support, messages to us, results and their notes.',
          'If you turn on notifications: the address that your browser’s push service gives us, and your quiet hours, until you turn them off. What we send is encrypted; only your browser can read it.',
          'For safety: the network address and browser of a session, short-lived counts of requests and, for 30 days, the address from which a declined card was entered, so that nobody can guess passwords or flood the site.',
        ],
        'People who work for an organization leave a record: each change to a result, a campaign or money is logged with who made it and when.',
      ],
    },
    {
      id: 'what-the-public-sees',
      title: 'What the public sees',
      body: [
        'Campaign pages show every supporter as “Anonymous Supporter”, with the day they joined, the amount and, if you wrote one, your note. Messages of support appear there without a name as well. Don’t put into a note what should not be public. Only if you choose to be thanked by name, the page also shows your first name and the initial of your last name, apart from the amount, once our representative has checked it. You can take that back at any time on your pledge’s page.',
        'An ambassador who joined is shown with a first name and an initial. Those who brought the most supporters are thanked on the campaign’s page with their number of supporters, unless they turn that off.',
      ],
    },
    {
      id: 'who-else-sees-it',
      title: 'Who else sees it',
      body: [
        [
          'Our representatives who handle payments see your name, contact and pledges, because someone has to post the invoices and answer you.',
          'The organization you support sees amounts and notes, not names, except what its page shows. It can write to thank you: we send that email for it, and you can turn such emails off. If you win a reward, its owners see your name and contact details, unless you keep your pledge anonymous.',
          'An ambassador sees how much came through their link, not from whom.',
          'Companies that work for us: the card payment provider, the companies that deliver our mail and run our servers and, where they are used, the sign-in service and the address suggestions. Each gets what its work needs.',
          'Where your address is looked up while you type it, what you type in that field goes to Google Maps, under the Google Privacy Policy (policies.google.com/privacy). You can type the address in full instead.',
          'Courts and authorities, where the law requires it.',
        ],
        'We don’t sell personal information, show advertising, or pass lists of supporters to anyone, including the organizations.',
      ],
    },
    {
      id: 'what-it-is-for',
      title: 'What we use it for',
      body: [
        'To record your pledge, work out what you owe, tell you before you are charged, charge it, send receipts and refunds, pay organizations, prevent fraud, and keep the books that the law asks for. We write to you about your pledges. Email about money goes only to an address that you have verified.',
      ],
    },
    {
      id: 'in-your-browser',
      title: 'In your browser',
      body: [
        'One cookie keeps you signed in. If you start a pledge or a change that our email confirms, another one remembers for four days that you started it here. There are no cookies for advertising or for following you around.',
        'Your browser itself remembers what you chose or typed on our pages and have not sent yet, a pledge without an account while it waits for you to confirm it, with everything you entered for it except your card, and, for 30 days, the ambassador whose link you opened.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      body: [
        'Your account, for as long as you have one. Pledges, payments and the results behind them stay, because supporters, organizations and tax authorities rely on them: they are archived, not deleted. Messages to us, for as long as it takes to deal with them. A pledge without an account that you don’t confirm: what you entered about yourself is erased after 48 hours.',
      ],
    },
    {
      id: 'your-choices',
      title: 'What you can do',
      body: [
        [
          'See and correct your details in your profile. A new email address has to be verified before it takes effect.',
          'Keep a pledge anonymous, even to the organization.',
          'Ask us for a copy of what we keep about you.',
          'Delete your account, once none of its pledges can still be billed, paid or disputed. Your profile is then erased; records of payments stay, without your name.',
        ],
        'Depending on where you live, the law may give you more rights than these. We honor them.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        'Accounts and pledges are for adults. Results are those of a team: please don’t enter names, pictures or other details of children into notes, messages or campaign texts without their parents’ consent.',
      ],
    },
    {
      id: 'safety',
      title: 'How we keep it safe',
      body: [
        'Connections are encrypted, passwords are stored as hashes only, and results and payouts take two people. Links in our emails open one pledge only, expire 60 days after it is settled or cancelled, and can be revoked. If something goes wrong that concerns you, we tell you.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      body: [
        'When this page changes, the date at its top does too. If a change matters to what we already keep about you, we write to you before it takes effect.',
      ],
    },
  ],
}
