import { paths } from '#web/paths.ts'
import { brand } from './brand.ts'
import type { Question } from './prose.ts'

type QuestionGroup = Readonly<{
  id: string
  title: string
  lead: string
  questions: readonly Question[]
}>

const supporters: QuestionGroup = {
  id: 'supporters',
  title: 'For supporters',
  lead: 'You pledged, or are thinking about it.',
  questions: [
    {
      id: 'most-i-can-owe',
      question: 'What is the most I can owe?',
      answer: [
        'The figure in large type that you see before you confirm. It is part of your pledge: whatever the team does, you are never charged more.',
        'If you set your own maximum, that is it. Otherwise it is worked out from what you chose:',
        [
          'each rate counts at the highest number the team expects, or else at twice its target, or else at twice last year’s result;',
          'an amount owed only if something is achieved, and a one-time gift, each count once;',
          'if a rate has none of these, the maximum is at least $200.00, or one and a half times the estimate if that is more.',
        ],
        'You can lower your maximum at any time, down to what has been earned or billed already.',
      ],
    },
    {
      id: 'when-charged',
      question: 'When am I charged?',
      answer: [
        'Not when you pledge. You choose how you pay:',
        [
          'by card, once after the season, when the results are final;',
          'by card, as the season progresses: at least $5.00 at a time for confirmed results, and the rest at the end;',
          'by bank account, once after the season; your bank takes up to four business days;',
          'by check or in cash: you get an invoice after the season, and 30 days to pay it.',
        ],
        'Three days before a card is charged you get a statement with the exact amount, the matches behind it and the date. A one-time gift is part of your first statement.',
      ],
      link: { to: paths.howItWorks, label: 'See a whole season, charge by charge' },
    },
    {
      id: 'charge-on-my-card',
      question: `What is this charge on my card?`,
      answer: [
        `A charge from ${brand.name} is for a pledge that was made with your card, to a team, school or club. Look in your inbox for “Your statement for”: it came three days before, with the same amount. Your Pledges shows every charge as well.`,
        'Still not sure? Tell us the date, the amount and the last four digits, never the whole number: we email you what it was. If it was a mistake, we refund it.',
      ],
      link: { to: paths.whatIsThisCharge, label: 'What is this charge?' },
    },
    {
      id: 'cancel',
      question: 'Can I cancel my pledge?',
      answer: [
        'Yes, if nothing was billed yet: any time within 24 hours of pledging, and after that until the first result that counts for it is entered. A pledge on one match can be cancelled until that match starts.',
        'Later you can still lower your maximum, down to what has been earned or billed, with results that wait to be confirmed. Open your pledge from one of our emails, or sign in and open Your Pledges.',
      ],
      link: { to: paths.pledges, label: 'Your Pledges' },
    },
    {
      id: 'no-sport',
      question: 'It is not a sport. What is a match?',
      answer: [
        'Whatever the campaign counts by: a week of reading, a concert, a delivery. These help pages say match, season and team; each campaign’s own pages, emails and statements use its own words.',
      ],
    },
    {
      id: 'games-cancelled',
      question: 'What if games are cancelled?',
      answer: [
        'A match that is not played adds nothing. If a season is cut short, you pay for what was played, and no more.',
        'If a whole campaign is cancelled, charges and invoices that are still open are cancelled, and nothing more is earned. What was paid before stays with the team, unless the campaign refunds everyone.',
      ],
    },
    {
      id: 'who-sees-my-name',
      question: 'Who sees my name?',
      answer: [
        'The public page lists every supporter as “Anonymous Supporter”. So do the team’s own screens. If you choose to be thanked by name, the page also shows your first name and the initial of your last name, once our representative has checked it.',
        'Our representative who handles payments sees your name, because someone has to take care of the invoices. If you win a reward, the organization sees your name and contact details, so that they can give it to you. If you keep your pledge anonymous, our representative gives you the reward instead.',
      ],
      link: { to: paths.privacy, label: 'Full privacy policy' },
    },
    {
      id: 'card-fails',
      question: 'What if my card fails?',
      answer: [
        'We tell you why, and try again after 1, 3 and 7 days. If the bank says the card will not work again, we don’t keep trying. You then get a link by email to pay another way. There is no extra fee.',
        'You can change the card of a pledge at any time.',
      ],
    },
    {
      id: 'tax-deductible',
      question: 'Is it tax-deductible?',
      answer: [
        'Only where the organization is a 501(c)(3). Its campaign page then says so, and so does your receipt, to the extent allowed by law. If neither says so, it is not deductible.',
        'You get a receipt for every payment we receive, never for a pledge alone.',
      ],
    },
    {
      id: 'earlier-matches',
      question: 'I pledged in the middle of the season. Do earlier matches count?',
      answer: [
        'You choose. “All season” counts earlier matches too, “From now on” only those that start after you pledge, and “One match” only that one. Before you confirm, the page shows how much is already earned.',
      ],
    },
    {
      id: 'estimate',
      question: 'Why is what I pay different from the estimate?',
      answer: [
        'The estimate is your rate times last year’s result, where there is one. You pay for this year: each confirmed result at your rate, and never more than your maximum.',
      ],
    },
    {
      id: 'wrong-charge',
      question: 'What if a result behind my charge was wrong?',
      answer: [
        'Your pledge’s page shows every match and what it added. Tell us what looks wrong: you have three days before each charge, and we can fix it in that time.',
        'If a result is corrected afterwards and you paid too much, we refund the difference. If you paid too little, we normally don’t bill the difference.',
      ],
    },
    {
      id: 'smallest-amounts',
      question: 'Is there a smallest amount?',
      answer: [
        'During the season we charge a card only once at least $5.00 is owed, and at the end only for $0.50 or more. We write off anything smaller.',
      ],
    },
    {
      id: 'where-it-goes',
      question: 'How much of what I pay reaches the team?',
      answer: [
        '75%. Our 25% pays for running the campaign and for card processing. Nothing is added to what you pay, and your receipt says all of this.',
      ],
      link: { to: paths.pricing, label: 'What the 25% buys' },
    },
    {
      id: 'account',
      question: 'Do I need an account to pledge?',
      answer: [
        'No. With “Pledge without an account” you give an amount, an email address and a card, or an address if you pay by check or cash. Your pledge counts once you confirm it with the link that we email you. Statements and receipts go to that address, and their links open your pledge.',
        'There you also cancel the pledge, lower its maximum or change its card: we email you a link to confirm that, so that no one else can do it. With an account you also see all your pledges in one place.',
      ],
    },
  ],
}

const coaches: QuestionGroup = {
  id: 'coaches',
  title: 'For coaches and organizers',
  lead: 'You run the season, and someone has to enter the score.',
  questions: [
    {
      id: 'start',
      question: 'How do we start?',
      answer: [
        'With a 15-minute call. We build the campaign with you, recruit and train ambassadors, and launch within 1-2 weeks.',
        'You can also create your organization and a draft yourself. Only you and we can see a draft. One of our representatives reviews it and opens it for pledges.',
      ],
      link: { to: paths.createCampaign, label: 'Start a draft' },
    },
    {
      id: 'who-enters-results',
      question: 'Who enters results?',
      answer: [
        'Its owners, and anyone they invite as a scorer or a confirmer: both enter results, and a confirmer also confirms those that someone else entered. Neither sees what was paid out. One screen, one row per statistic, made for a phone on the sideline.',
      ],
    },
    {
      id: 'who-checks-results',
      question: 'Who checks the results?',
      answer: [
        'A second person: an owner or our representative, never the one who entered it. Until it is confirmed, a result is shown on the public page as not confirmed, and moves no money.',
      ],
    },
    {
      id: 'import',
      question: 'Can we import a season?',
      answer: [
        'Yes, from a CSV file. You see a preview first. Then all rows are imported or none, and each error names its line and the reason. Importing the same file twice changes nothing.',
      ],
    },
    {
      id: 'wrong-result',
      question: 'What if a result was wrong?',
      answer: [
        'A result is never overwritten. It is corrected by a new entry, or voided with a reason, and a second person confirms that too.',
        'Before the final settlement, what supporters owe is updated automatically. After it, a correction makes a new version with only the difference: supporters who paid too much are refunded. Whether those who paid too little are billed is for a representative to decide, and waits until then.',
      ],
    },
    {
      id: 'called-off',
      question: 'A match was called off. What do we do?',
      answer: [
        'Before it starts, move it to its new day or remove it from the schedule. Supporters who pledged on it alone are emailed.',
        'Afterwards, nothing right away. Before the final settlement we ask about every past match without a result. Tell us then that it was not played, and it adds nothing.',
        'If the season is cut short, close the campaign as completed rather than cancelled: supporters then pay for what was played.',
      ],
    },
    {
      id: 'change-statistics',
      question: 'Can we change a statistic during the season?',
      answer: [
        'Its name, description and expected numbers, yes. Its type cannot change once someone has pledged on it, and each pledge keeps the name, rate and estimate that were agreed. You can switch a statistic off for new pledges.',
      ],
    },
    {
      id: 'see-supporters',
      question: 'Do we see who pledged?',
      answer: [
        'You see amounts, not names: supporters are anonymous on your screens too, except those whom the campaign’s page thanks by name because they want it. When someone wins a reward, you see their name and contact details, unless they keep their pledge anonymous. Notes and messages are there for the team to read.',
        'To thank them, write an email on the campaign’s Supporters tab, to all or to those of one match. A representative reads it, then we send it: you see how many got it, not who.',
      ],
    },
    {
      id: 'ambassadors',
      question: 'What does an ambassador do?',
      answer: [
        'Shares a link. Anyone who opens it is credited to the ambassador for 30 days in that browser, and can still choose someone else. Ambassadors see only their own link and figures, and no one’s pledge.',
      ],
    },
    {
      id: 'rewards',
      question: 'How are reward winners chosen?',
      answer: [
        'From the pledges, by the rule you chose: the largest amount settled, a rate or an amount above a threshold, the first pledges, or sponsors. Once the final settlement is locked, only pledges that are paid win. One email address wins a reward once, with its best pledge. The page shows the rule and explains the result.',
      ],
    },
    {
      id: 'hide-message',
      question: 'Can we remove a message?',
      answer: ['Yes, an owner can hide one at once, and show it again. Anyone can report one.'],
    },
  ],
}

const treasurers: QuestionGroup = {
  id: 'treasurers',
  title: 'For treasurers and organizations',
  lead: 'You look after the money.',
  questions: [
    {
      id: 'cost',
      question: 'What does it cost?',
      answer: [
        '25% of what is collected, and nothing else: no setup fee, no monthly fee, and we pay for card processing. If nothing is collected, nothing is charged. $40,000 collected leaves $30,000.',
      ],
      link: { to: paths.pricing, label: 'Pricing, with examples' },
    },
    {
      id: 'how-we-get-paid',
      question: 'How do we get paid?',
      answer: [
        'An owner opens the organization’s page and chooses Stripe, a bank transfer or a check; one of our representatives approves it. With Stripe you fill in its form on that page, and later it may ask for more: you are mailed two weeks ahead. After a change of your bank account payouts wait three days, and all owners are told. A payout is what was collected, less our 25%, less earlier payouts. A check is paid out some days after it was deposited, because it can bounce. One of our representatives prepares the payout, and a second one approves it.',
        'We collect during the season from supporters who pay as it goes, and after the final settlement from everyone else.',
      ],
    },
    {
      id: 'pledged-earned-collected',
      question: 'What is the difference between pledged, earned and collected?',
      answer: [
        [
          'Pledged: what supporters will likely owe in the end. Before the first result that is last year’s result.',
          'Earned: what confirmed results add up to so far.',
          'Collected: what supporters actually paid, less refunds. Our share and yours are calculated from this figure.',
        ],
        'We never add them together.',
      ],
    },
    {
      id: 'final-settlement',
      question: 'When is a season settled?',
      answer: [
        'When it is over and every result is confirmed. A final settlement cannot be locked before the campaign’s last day has passed, while a match is still to come, while a result needs a second person, while a past match has none, or while a title is neither won nor declared not won. You see the list of what is missing.',
        'Then every supporter gets a statement, and three days later cards are charged. Until then, and until a check is posted, a representative can reopen the season: whoever got a statement is emailed that it no longer counts.',
      ],
    },
    {
      id: 'refunds-disputes',
      question: 'What if money is refunded or disputed?',
      answer: [
        'It is taken out of “collected” right away, and so is our 25% of it. If a dispute is won, both are restored. If a refund comes after a payout, the difference is carried over to the next payout, and the statement shows it.',
      ],
    },
    {
      id: 'checks-and-cash',
      question: 'What about checks and cash?',
      answer: [
        'Each pledge gets a numbered invoice when the season is settled, due 30 days later. Reminders go out 14 days before, on the day, and 14 and 30 days after. We record what we receive, in full or in part; a check that bounces reopens its invoice. Nothing unpaid counts as collected.',
      ],
    },
    {
      id: 'books',
      question: 'What do we get for our books?',
      answer: [
        'A statement with every payout, as PDF and CSV. Behind it is a journal in which every entry balances and none is ever changed: a correction is a new entry. Each figure leads to the pledges it came from.',
      ],
    },
    {
      id: 'bank-account',
      question: 'How do we change the account we are paid to?',
      answer: [
        'Tell us, and a representative enters it; a second person has to approve it before it is used. An email alone never moves your money.',
      ],
    },
    {
      id: 'deductible-for-our-donors',
      question: 'Can our supporters deduct what they pay?',
      answer: [
        'Yes, if you are a 501(c)(3). We verify it with your EIN and record the date. From then on your campaign pages and receipts say so; before, they don’t.',
      ],
    },
    {
      id: 'two-people',
      question: 'We are three parents. Do we need two people for everything?',
      answer: [
        'For results, yes, and one of the two can be our representative. For payouts both are ours. There are no exceptions: that is what makes the figures trustworthy.',
      ],
    },
  ],
}

/** Questions that people really ask, each with its own address on /help. */
export const help = {
  title: 'Help',
  lead: 'What supporters, coaches and treasurers ask us.',
  description:
    'The most you can owe, cancelled games, charges on a card, cancelling, names, taxes, payouts: in plain words.',
  groups: [supporters, coaches, treasurers],
  more: { title: 'Not here?', text: 'Ask us. A person answers.' },
} as const
