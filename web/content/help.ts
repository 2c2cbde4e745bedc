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
        'You can lower your maximum at any time, down to what is earned or billed already, with results that wait to be confirmed.',
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
          'by bank account, where it is offered, once after the season; your bank takes up to four business days;',
          'by check or in cash: you get an invoice after the season, and 30 days to pay it.',
        ],
        'Three days before a charge you get a statement with the exact amount, the matches behind it, the card and the date. A one-time gift is part of your first statement.',
      ],
      link: { to: paths.howItWorks, label: 'See a whole season, charge by charge' },
    },
    {
      id: 'charge-on-my-card',
      question: `What is this charge on my card?`,
      answer: [
        `A charge from ${brand.name} is for a pledge to a team, school or club. Look in your inbox for “Your statement for”: it came three days before, with the same amount. Your pledge’s page, under Your Pledges, shows every charge as well.`,
        'Still not sure? Tell us your email address, the amount, the day and the last four digits, never the whole number: we email you what it was. If it was a mistake, we refund it.',
      ],
      link: { to: paths.whatIsThisCharge, label: 'What is this charge?' },
    },
    {
      id: 'cancel',
      question: 'Can I cancel my pledge?',
      answer: [
        'Yes, if nothing was billed yet: any time within 24 hours of pledging, and after that until the first result that counts for it is entered. A pledge on one match can be cancelled until that match starts.',
        'Open your pledge from one of our emails, or sign in and open Your Pledges, and press “Cancel pledge”. If it is too late for that, you can still lower your maximum.',
      ],
      link: { to: paths.pledges, label: 'Your Pledges' },
    },
    {
      id: 'change-pledge',
      question: 'Can I change my pledge during the season?',
      answer: [
        'Yes. Open it from one of our emails or from Your Pledges: under “Change your pledge” you raise an amount, stop it or add a statistic, lower your maximum, or change your card.',
        'A raise or a stop counts from the next match on; what was earned before stays. You see your new maximum before you confirm.',
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
        'The public page lists every supporter as “Anonymous Supporter”. So do the team’s own screens. If you choose to be thanked by name, the page and the team’s list of names to thank also have your first name and the initial of your last name, once our representative has checked it.',
        'Our representatives see your name where they look after your payment or help you; each look is logged. If you win a reward, the organization’s owners see your name and contact details, so that they can give it to you. If you keep your pledge anonymous, our representative gives you the reward instead.',
      ],
      link: { to: paths.privacy, label: 'Full privacy policy' },
    },
    {
      id: 'card-fails',
      question: 'What if my card fails?',
      answer: [
        'Your pledge’s page says why, and we try again after 1, 3 and 7 days. If the bank says the card will not work again, we don’t keep trying. You then get a link by email to pay with another card. There is no extra fee.',
        'You can change the card of a pledge at any time: we then try that one right away.',
      ],
    },
    {
      id: 'tax-deductible',
      question: 'Is it tax-deductible?',
      answer: [
        'Only where the organization is a 501(c)(3). Its campaign page then says so, and so does your receipt, to the extent allowed by law. If neither says so, it is not deductible.',
        'You get a receipt by email for every payment we receive, never for a pledge alone. Your pledge’s page has it as a PDF, and Your Pledges has a year-end statement of everything you gave, for your tax return.',
      ],
      link: { to: paths.pledges, label: 'Your Pledges' },
    },
    {
      id: 'which-emails',
      question: 'Which emails do I get?',
      answer: [
        'One that confirms your pledge, and results once they are confirmed. Before each charge a statement, and after each payment a receipt.',
        'If you like, your pledge’s page notifies you at the next goal, by email or on your phone. What can be turned off has a link for that at its end; with an account, see Email preferences on your profile.',
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
        'You can also sign up and start a draft yourself. Say what it is for, and statistics, words and dates are proposed; “Change the words” is for anything that is no match and no season. Only you and our representatives can see a draft. Once it is ready, press “Request review”: a representative activates it, or sends it back with what to change.',
      ],
      link: { to: paths.createCampaign, label: 'Start a draft' },
    },
    {
      id: 'roles',
      question: 'Whom do we invite, and what can they do?',
      answer: [
        'An owner invites people on the organization’s page, under People. Each has one role:',
        [
          'an owner runs the organization and its campaigns, and may do all of this;',
          'a treasurer sees and downloads the money, and changes nothing;',
          'a confirmer enters results, and confirms those that someone else entered;',
          'a scorer enters results, and nothing else.',
        ],
        'The link in the invitation works for 14 days. Someone without an account chooses a password there, and is in. Until your first campaign is active, the invitations that owners send wait, and are mailed then.',
      ],
    },
    {
      id: 'who-enters-results',
      question: 'How do we enter results?',
      answer: [
        'An owner, a confirmer or a scorer presses “Enter Results” on the campaign’s page: one screen, one row per statistic, made for a phone on the sideline. Without a connection the entries are kept on the phone, and sent automatically once it is online again.',
      ],
    },
    {
      id: 'who-checks-results',
      question: 'Who checks the results?',
      answer: [
        'A second person: an owner, a confirmer or our representative, never the one who entered it. We email owners and confirmers when results wait; “Confirm results” on your dashboard opens them. Until then a result is shown on the public page as not confirmed, and moves no money.',
      ],
    },
    {
      id: 'import',
      question: 'Can we import a season?',
      answer: [
        'Yes: the schedule on the Events tab and results on the Results tab, with “Import a file”. It reads spreadsheets saved as CSV, calendars and scorebook files, and asks what it can’t tell. You see a preview first, and importing the same file twice changes nothing.',
      ],
    },
    {
      id: 'wrong-result',
      question: 'What if a result was wrong?',
      answer: [
        'On the Results tab, enter the right figure, or press “Void” and say why. A second person confirms that; only what no one has confirmed yet is voided right away. Nothing is overwritten: every entry stays listed.',
        'Before the final settlement, what supporters owe is updated automatically. After it, a correction makes a new version with only the difference: supporters who paid too much are refunded. Whether those who paid too little are billed is for a representative to decide, and waits until then.',
      ],
    },
    {
      id: 'called-off',
      question: 'A match was called off. What do we do?',
      answer: [
        'Before it starts, give it its new day on the Events tab, or remove it. Supporters who pledged on it alone are emailed.',
        'Afterwards, tell your representative that it was not played: it adds nothing. Before the final settlement every past match without a result is asked about in any case.',
        'If the season is cut short, ask your representative to complete the campaign rather than cancel it: supporters then pay for what was played.',
      ],
    },
    {
      id: 'change-campaign',
      question: 'What can we change once the campaign is active?',
      answer: [
        'Statistics, rewards and ambassadors at any time, and on the Events tab every event that has not started, one by one or from a file. For its details and dates press “Ask your representative” on the campaign’s page: we email you the answer.',
      ],
    },
    {
      id: 'change-statistics',
      question: 'Can we change a statistic during the season?',
      answer: [
        'Its name, unit, description and expected numbers, yes. Supporters who pledged on it are emailed new words once, and can stop it if the season allows. Its type cannot change once someone has pledged on it, and each pledge keeps the name, rate and estimate that were agreed. Turn off “Open for pledges”, and no one new pledges on it.',
      ],
    },
    {
      id: 'see-supporters',
      question: 'Do we see who pledged?',
      answer: [
        'You see amounts, not names: supporters are anonymous on your screens too, except those who chose to be thanked by name. When someone wins a reward, owners see their name and contact details, unless they keep their pledge anonymous.',
        'To thank them, press “Write an email” on the campaign’s Supporters tab, to all or to those of one match, at most once a week. A representative reads it, then we send it: you see how many got it, not who. “Names to thank” beside it lists those who chose to be named, to copy or print.',
      ],
    },
    {
      id: 'ambassadors',
      question: 'What does an ambassador do?',
      answer: [
        'Shares a link. Anyone who opens it is credited to the ambassador for 30 days in that browser, and can still choose someone else. Invite them on the Ambassadors tab; while the campaign is a draft, their emails wait.',
        'Ambassadors find their links and figures under “Your Ambassador Links” on their dashboard. They see no one’s pledge.',
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
      id: 'other-programs',
      question: 'Can Zapier or another program read our results?',
      answer: [
        'Yes. On the page of your organization, under API keys, an owner presses “Make a key”, chooses what it may do, and pastes it into the program: it is shown once. A key never confirms a result and never moves money. “How programs use it” lists the calls, to try them.',
        'Press “Revoke” when you no longer need it. A key also stops when the one who made it is no longer an owner; another owner can then replace it.',
      ],
    },
    {
      id: 'webhooks',
      question: 'Can our own system be told when something happens?',
      answer: [
        'Yes, by a webhook: a message to your system when a pledge is made, a result is confirmed or money moves, without names. On the page of your organization, under Webhooks, an owner presses “Add address” and enters the https:// address that your system gives you. The secret is shown once: put it into your system, then press “Send test”.',
        '“Deliveries” shows what was sent and what was answered, and “Send again” repeats one. What your system does not accept is tried again for 24 hours.',
      ],
    },
    {
      id: 'hide-message',
      question: 'Can we remove a message?',
      answer: [
        'Yes: an owner hides one under Messages, and can show it again on the campaign’s page. Anyone can report one.',
      ],
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
      id: 'what-a-treasurer-sees',
      question: 'What do I see as a treasurer?',
      answer: [
        'Your organization’s page, under “Money” on your dashboard: what is owed campaign by campaign, each payout with its statement, and “Yearly figures” for a calendar or fiscal year. Each campaign’s page has its figures, when they will be collected, and a season report for your board.',
        'You can save it all as CSV or PDF. You change nothing, and you see no supporter’s name.',
      ],
    },
    {
      id: 'how-we-get-paid',
      question: 'How do we get paid?',
      answer: [
        'A payout is what was collected, less our 25%, less earlier payouts. One payout covers all of your campaigns, with a line for each. One of our representatives prepares it, a second one approves it, and owners are emailed when it is sent.',
        'We collect during the season from supporters who pay as it goes, and after the final settlement from everyone else.',
      ],
    },
    {
      id: 'payout-destination',
      question: 'How do we say where we are paid?',
      answer: [
        'An owner does, on the organization’s page under “Payout destination”: “Get paid by Stripe” opens Stripe’s form there, “Check or bank transfer” asks for a mailing address or a bank account. A representative approves it, and owners are emailed.',
        'Later, “Change at Stripe” changes the bank account there. Anything else only a representative changes and a second one approves: tell us. Then payouts wait three days, and owners are emailed. An email alone never moves your money.',
      ],
    },
    {
      id: 'payout-waits',
      question: 'We are owed money. Why is it not paid out?',
      answer: [
        'On your organization’s page, under “What is owed” and “Payout destination”, an owner sees why:',
        [
          'no payout destination is set, or a representative has not approved it yet;',
          'Stripe still needs something: an owner presses “Continue with Stripe”. We email owners two weeks before a deadline of Stripe’s;',
          'Stripe is checking what was entered, or has closed the account: an owner presses “Open Stripe” to see which;',
          'the bank account or the destination was changed less than three days ago;',
          'a check was deposited less than seven days ago: it can bounce.',
        ],
        'If none of these is shown, it waits for our representatives: ask us.',
      ],
    },
    {
      id: 'pledged-earned-collected',
      question: 'What is the difference between pledged, earned and collected?',
      answer: [
        [
          'Pledged: what supporters will likely owe in the end. Before the first result that counts last year’s, or else the target.',
          'Earned: what confirmed results add up to so far.',
          'Collected: what supporters actually paid, less refunds. Our share and yours are calculated from this figure.',
        ],
        'We never add them together. “Likely”, with its range, is a forecast of the season: no one is billed by it.',
      ],
    },
    {
      id: 'final-settlement',
      question: 'When is a season settled?',
      answer: [
        'When it is over and every result is confirmed. A representative then locks the final settlement. What stops it is listed: the campaign’s last day or a match is still to come, a result needs a second person, a past match has none, a title is neither won nor declared not won, or a large pledge is still to be checked. Results that are yours to enter or confirm are on your dashboard.',
        'Owners are emailed what it came to, every supporter gets a statement or an invoice, and three days later cards are charged. Until money has moved, a representative can reopen the season: everyone who got a statement is emailed that it no longer counts.',
      ],
    },
    {
      id: 'refunds-disputes',
      question: 'What if money is refunded or disputed?',
      answer: [
        'It is taken out of “collected” right away, and so is our 25% of it. If a dispute is won, both are restored. If a refund comes after a payout, your share of it is deducted from the next payout, and the statement shows it.',
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
        'On your organization’s page: a statement with every payout, as PDF and CSV, in which each figure leads to the payments it came from; “Yearly figures” for your board and your tax return, from the month in which your fiscal year starts; and under “QuickBooks and Xero” each month as a file to import. On a campaign’s page, a season report.',
        'Behind them is a journal in which every entry balances and none is ever changed: a correction is a new entry.',
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
    {
      id: 'quickbooks-xero',
      question: 'Can we import our months into QuickBooks or Xero?',
      answer: [
        'Yes: on your organization’s page press “QuickBooks and Xero”. Once, an owner presses “Edit accounts” and enters what your accounts are called there; add a class or a tracking option for each campaign there, too. Then save the file of each month that is over, and import it once.',
        'What was collected is income, our commission an expense, and the rest is “Owed to the organization” until a payout moves it to your bank account. Each payout is one entry, for the bank’s line. Xero accepts no journals to a bank account: name a current asset account instead, and match the bank’s lines to it.',
      ],
    },
  ],
}

const representatives: QuestionGroup = {
  id: 'representatives',
  title: 'For representatives',
  lead: 'You run campaigns, and look after their money.',
  questions: [
    {
      id: 'next-steps',
      question: 'What do I do first?',
      answer: [
        'What is on top of “Next steps” on your dashboard: they are in the order of urgency, amount and waiting time, and each has a button. “Mine” has the campaigns that are assigned to you and what is no one’s, “All” every campaign.',
        'In the table below, select campaigns to do one thing for several: confirm results, remind owners, lock, prepare payouts or assign. You see the sums before you confirm, and then what became of each.',
      ],
      link: { to: paths.dashboard, label: 'Dashboard' },
    },
    {
      id: 'find-someone',
      question: 'Someone calls. How do I find them?',
      answer: [
        'Type a name, an email address, a phone number, an amount or the number of a check, slip, invoice or receipt into “Look up” on your dashboard, or press Ctrl-K anywhere. Typos do not matter. Names that are shown are logged.',
      ],
    },
    {
      id: 'review-draft',
      question: 'What do I check before I activate a draft?',
      answer: [
        'The draft’s page shows first what is missing, then who asks: the organization, its website, its EIN and its earlier campaigns. Press “Activate campaign”, or “Send back to the owner” with what to change. The one who activates it is assigned to it.',
      ],
    },
    {
      id: 'owner-asks',
      question: 'An owner asks for something. Where?',
      answer: [
        'It is a next step, and an email to the representative the campaign is assigned to, or else to all. Do it, then answer on the campaign’s page: the owners are emailed.',
      ],
    },
    {
      id: 'lock-settlement',
      question: 'How do I settle a season?',
      answer: [
        'On the campaign’s Settlements tab choose “Final”. The preview changes nothing: it shows what each pledge is billed, and what stops the lock. Resolve that, or override it with a reason, then press “Review and lock...”. Progress settlements are locked every Monday automatically.',
        'A result that changes afterwards needs a correction: too much is refunded, and what was earned in addition you bill or waive.',
      ],
    },
    {
      id: 'problems',
      question: 'What is on Problems?',
      answer: [
        'What needs a decision: exceptions, refunds and adjustments that wait for a second person, held pledges, disputed and declined cards, and undelivered email. Each says what happened and what to press.',
      ],
      link: { to: paths.problems, label: 'Problems' },
    },
    {
      id: 'card-declined',
      question: 'A card was declined. What do I do?',
      answer: [
        'Nothing while it is tried again; Collections says when. Once it is not, the supporter has a link to pay with another card, and it is a next step: call or write. “Show names” adds who pays, with contact.',
      ],
      link: { to: paths.collections, label: 'Collections' },
    },
    {
      id: 'post-a-check',
      question: 'A check came. Where does it go?',
      answer: [
        'Under “Checks and cash”: find the invoice, enter the check’s number, and post it. Then put it on a deposit slip under “To deposit”, with the slip’s number: the bank’s list may name it. If the bank returns it, press “Check bounced”: its invoice is open again.',
      ],
      link: { to: paths.payments, label: 'Checks and cash' },
    },
    {
      id: 'pay-an-organization',
      question: 'How do I pay an organization?',
      answer: [
        'Under Payouts press “Prepare”, with one amount for all of its campaigns. Another representative approves it. Stripe then sends it. Checks and bank transfers you send: “List (CSV)” has them all, and “ACH file” is for your bank, with the transfers whose account number is on file. Press “Record as sent” with day and number, and “Confirm arrival” later.',
        'A transfer by Stripe that waits says for what below its amount.',
        'Without a payout destination nothing can be prepared: “Mail their owners” asks for one.',
      ],
      link: { to: paths.payouts, label: 'Payouts' },
    },
    {
      id: 'give-a-refund',
      question: 'How do I refund someone?',
      answer: [
        'Look up the payment, open it, and press “Refund...”. Up to $100.00 you do it alone, at most $500.00 in 24 hours; above that, and for whatever goes by check or cash, another representative approves it. Nobody refunds their own pledge.',
      ],
    },
    {
      id: 'close-month',
      question: 'How do I close a month and reconcile the bank?',
      answer: [
        'When it is over:',
        [
          'on Bank account, import the bank’s file, press “Match the … sure lines”, and decide the others;',
          'on Monthly report, choose the month. The closing balance of “Cash at bank” and that of the bank differ only by what Bank account lists as not matched or with a note, and by what the account had before. “Card clearing” and “Disputed” are the balance at the card provider;',
          'save “All files” for the accountant, and what your accounting program imports under “QuickBooks and Xero”.',
        ],
        'A quarter or a year is under Period on the same report.',
      ],
      link: { to: paths.reports, label: 'Monthly report' },
    },
    {
      id: 'bank-line',
      question: 'A line of the bank matches nothing. What is it?',
      answer: [
        'Maybe something that is not recorded yet: a deposit under Checks and cash, a payout that was sent, a refund. Record it, and the line shows it. A returned check leads to its payment: press “Check bounced” there.',
        'A bank fee, or anything else that is not in these books: press “Decide”, choose “Not in these books” and write a note. Nothing is posted, and “Undo” opens the line again.',
      ],
      link: { to: paths.bank, label: 'Bank account' },
    },
    {
      id: 'our-quickbooks-xero',
      question: 'How do our own books get into QuickBooks or Xero?',
      answer: [
        'On Monthly report press “QuickBooks and Xero”. Once, press “Edit accounts” and enter what your accounts are called there; add a class or a tracking option for each campaign there, too. Then save the file of each month that is over, and import it once.',
        'Deposits and the card provider’s payouts are a month’s sums there: match the bank’s lines on Bank account here, and compare closing balances there.',
      ],
      link: { to: paths.bookkeeping, label: 'QuickBooks and Xero' },
    },
    {
      id: 'our-programs',
      question: 'Where are our own API keys and webhooks?',
      answer: [
        'On Representatives: they are for all organizations. Owners have theirs on their organization’s page, where you see and revoke keys but make none.',
      ],
      link: { to: paths.representatives, label: 'Representatives' },
    },
    {
      id: 'cannot-approve',
      question: 'Why can’t I approve this?',
      answer: [
        'The button says why. Whoever prepared something does not approve it. A new representative approves nothing for 72 hours. A member of an organization approves nothing about what it is paid. And money needs two-factor sign-in, at most 12 hours ago: turn it on in your profile.',
      ],
      link: { to: paths.profile, label: 'Your profile' },
    },
  ],
}

/** What the palette and the help page show to this reader. */
export const helpGroups = (isForRepresentative: boolean): readonly QuestionGroup[] =>
  isForRepresentative ? [representatives, ...help.groups] : help.groups

/** Questions that people really ask, each with its own address on /help. */
export const help = {
  title: 'Help',
  lead: 'What supporters, coaches and treasurers ask us.',
  description:
    'The most you can owe, cancelled games, charges on a card, cancelling, names, taxes, payouts: in plain words.',
  groups: [supporters, coaches, treasurers],
  more: { title: 'Not here?', text: 'Ask us. A person answers.' },
} as const
