import { promise } from './promise.ts'

/** Marketing figures and copy of the landing page, edited by the provider. Sums are calculated from these. */
export const landing = {
  title: 'They score. You raise.',
  ...promise,
  lead: 'Family, friends and neighbors pledge an amount for every goal, touchdown or run. They pay after the season, only for what the team really did. We set it up, run it and collect.',
  example: {
    title: 'One grandmother, one season',
    rate: '3',
    per: 'per goal',
    count: 34,
    counted: 'goals scored',
    paid: 'paid once',
    note: 'She set her own maximum at $120. Whatever the team did, she could never owe more.',
  },
  claims: [
    { figure: '95%+', text: 'success rate of our campaigns' },
    { figure: '5X', text: 'more raised than on DIY platforms' },
    { figure: '$47K', text: 'raised by the average campaign' },
  ],
  critique: {
    title: 'A donation page doesn’t raise money. People do.',
    lead: 'Do-it-yourself platforms hand you a page and wish you luck. The asking, the checking and the chasing stay with the same three parents as last year.',
    caption: 'Who does the work of a season',
    columns: { task: 'The work', alone: 'On your own', withUs: 'With us' },
    tasks: [
      { task: 'Say what the money is for', alone: 'you', withUs: 'you' },
      { task: 'Enter the results after each match', alone: 'you', withUs: 'you' },
      { task: 'Build the campaign', alone: 'you', withUs: 'we' },
      { task: 'Recruit and train ambassadors', alone: 'you', withUs: 'we' },
      { task: 'Run the marketing', alone: 'you', withUs: 'we' },
      { task: 'Check every result before money moves', alone: 'nobody', withUs: 'we' },
      { task: 'Send invoices, chase what is late', alone: 'you', withUs: 'we' },
      { task: 'Answer supporters’ questions', alone: 'you', withUs: 'we' },
    ],
    score: 'Jobs left for you',
  },
  solution: {
    title: 'An amount for each goal, not a blank check',
    lead: 'Supporters choose what to back and set their own maximum. No one can owe more than that, and no one pays for a season that didn’t happen.',
    pledges: [
      { template: 'football', rate: '10', unit: 'touchdown', count: 28, note: '28 touchdowns last season' },
      { template: 'baseball', rate: '2.50', unit: 'run', count: 96, note: '96 runs last season' },
      {
        template: 'basketball',
        rate: '1',
        unit: 'three-pointer',
        count: 143,
        note: '143 threes last season',
      },
      { template: 'custom', rate: '0.75', unit: 'lap', count: 40, note: '40 laps by one runner' },
    ],
    waysTitle: 'Three ways to pledge',
    ways: [
      {
        title: 'For each',
        example: '$3.00 per goal',
        text: 'A rate for every goal, win or book. The estimate uses last year; the bill uses this year, result by result.',
      },
      {
        title: 'If they do it',
        example: '$50.00 for the title',
        text: 'Owed once, when it is achieved. If they don’t win it, it costs nothing.',
      },
      { title: 'Once', example: '$25.00', text: 'A plain gift, billed with the first statement.' },
    ],
    range: {
      title: 'One sentence before anyone confirms',
      text: '“Probably $84 to $152. Never more than $175. $36 of it is already earned.” The supporter agrees to that maximum, and it binds us.',
      figures: [
        { label: 'Already earned', amount: '36.00', shown: '$36' },
        { label: 'Probably', amount: '152.00', shown: '$84 to $152' },
        { label: 'Never more than', amount: '175.00', shown: '$175' },
      ],
    },
  },
  process: {
    title: 'Four steps, and we take most of them',
    steps: [
      {
        title: 'A 15-minute call',
        text: 'You tell us about the team, the season and what the money is for.',
      },
      {
        title: 'Launch within 1-2 weeks',
        text: 'We build the campaign, and recruit and train your ambassadors.',
      },
      {
        title: 'Play the season',
        text: 'Results are entered after every match and checked by a second person.',
      },
      {
        title: 'We collect',
        text: 'Supporters get a statement, then pay. You get a payout and every figure behind it.',
      },
    ],
  },
  testimonials: {
    title: 'From the bench, the books and the bleachers',
    quotes: [
      {
        quote:
          'I used to spend October chasing checks. This year I entered the score on my phone and went home.',
        who: 'A coach',
        where: 'Girls’ soccer, Oregon',
      },
      {
        quote: 'I could trace the payout down to each match and each pledge. Our audit took one morning.',
        who: 'A treasurer',
        where: 'Football boosters, Texas',
      },
      {
        quote: 'I live nine hundred miles from her field. Three dollars a goal put me at every game.',
        who: 'A grandmother',
        where: 'Supporter, Arizona',
      },
    ],
    /** Empty until these are real people who agreed to be quoted. */
    note: 'Teams and people are examples.',
  },
  features: {
    title: 'Built so that everyone can trust it',
    items: [
      {
        icon: 'maximum',
        title: 'A maximum that binds',
        text: 'Every pledge has one, shown before it is confirmed. No one is ever charged more.',
      },
      {
        icon: 'two',
        title: 'Two people for every result',
        text: 'One enters it, another confirms it. Until then it shows on the page and moves no money.',
      },
      {
        icon: 'statement',
        title: 'No surprise on a card',
        text: 'A statement with every match behind the amount comes three days before a charge.',
      },
      {
        icon: 'phone',
        title: 'Made for the sideline',
        text: 'One screen, one row per statistic, big buttons. Or import the season from a CSV file.',
      },
      {
        icon: 'ambassador',
        title: 'Ambassadors with a link',
        text: 'Each has a link of their own, and can see how much it brought.',
      },
      {
        icon: 'payment',
        title: 'Cards, checks and cash',
        text: 'Cards are charged. Checks and cash get a numbered invoice, with reminders.',
      },
      {
        icon: 'books',
        title: 'Books that balance',
        text: 'Every figure of a payout leads back to the pledges it came from.',
      },
      {
        icon: 'private',
        title: 'Supporters stay private',
        text: 'The public page says Anonymous Supporter, and thanks by name only those who ask for it.',
      },
    ],
  },
  pricing: {
    title: ['Three quarters', 'are yours.'],
    text: 'We recruit and train ambassadors, run the marketing and collect the pledges. Our commission is 25% of funds raised. If nothing is raised, nothing is charged.',
    raised: '40000.00',
    note: 'Example: $40,000 raised in one season.',
  },
} as const
