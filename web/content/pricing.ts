/** What it costs and what that buys (R53). Shares are calculated, never typed. */
export const pricing = {
  title: 'Three quarters are yours',
  lead: 'One price: 25% of what is collected. Nothing collected, nothing charged.',
  description:
    'Our commission is 25% of what supporters really paid. $40,000 collected leaves $30,000 for your organization.',
  example: { collected: '40000.00', note: 'Example: $40,000 collected in one season.' },
  buys: {
    title: 'What the 25% buys',
    lead: 'A season of work that someone would otherwise do at a kitchen table.',
    items: [
      {
        title: 'The campaign',
        text: 'Statistics people want to back, amounts that fit last year, the schedule, the words and the page.',
      },
      {
        title: 'The ambassadors',
        text: 'We recruit them among your families, train them and give each a link of their own.',
      },
      { title: 'The marketing', text: 'We plan it, write it and keep it going while you play.' },
      {
        title: 'The checking',
        text: 'A representative confirms results and asks about every gap before anything is billed.',
      },
      {
        title: 'The collecting',
        text: 'Statements, charges, invoices and reminders. When a card fails, we take care of it.',
      },
      {
        title: 'The card costs',
        text: 'What the card network charges for a payment comes out of our share, not yours.',
      },
      { title: 'The questions', text: 'Supporters who wonder about a charge, a name or a receipt ask us.' },
      {
        title: 'The books',
        text: 'A statement with every payout, with every figure traced to the pledges.',
      },
    ],
  },
  never: {
    title: 'What you never pay for',
    items: [
      'A setup fee or a monthly fee. There is none.',
      'Pledges that were not earned: a goal not scored, a title not won.',
      'Pledges that were earned but not paid. Our share is only of money that arrived.',
      'Money that was refunded. We return our 25% of it too.',
    ],
  },
  table: {
    title: 'What reaches you',
    caption: 'Our share and yours, for what supporters paid',
    collected: ['0.00', '1000.00', '8050.00', '40000.00', '47000.00'],
    note: '$47,000 is what the average campaign raises.',
  },
  calculator: {
    title: 'Try your own figure',
    label: 'What your supporters pay in one season',
    start: '40000',
    most: '1000000.00',
    unreadable: 'Enter an amount such as 40,000, up to 1,000,000',
  },
  payout: {
    title: 'How the money gets to you',
    steps: [
      {
        title: 'It arrives',
        text: 'Cards are charged; checks and cash are recorded when we receive them. Only that counts as collected.',
      },
      {
        title: 'It is split',
        text: 'At every moment 25% of what was collected is ours and 75% is yours, exact to the cent.',
      },
      {
        title: 'Two people send it',
        text: 'One representative prepares a payout, a second one approves it. A new bank account needs two people as well.',
      },
      {
        title: 'You can check it',
        text: 'The statement comes as PDF and CSV. Each figure leads to the pledges behind it.',
      },
    ],
  },
} as const
