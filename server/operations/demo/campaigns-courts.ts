import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Basketball and youth soccer: active, draft, paused, cancelled. */
export const COURTS_AND_FIELDS: readonly CampaignPlan[] = [
  {
    key: 'shots-that-count',
    organization: 'hawks',
    name: 'Shots that count',
    aboutThisCampaign:
      'Every three-pointer keeps the gym open a little longer. The Hawks’ junior varsity plays on Thursdays; the same kids stay until eight for homework help, five days a week.',
    helps: 'Gym rent, tutors and a van. Ninety percent of the academy’s families pay nothing.',
    ...{ goal: 8000, template: 'basketball', campaignType: 'athletic', status: 'active', days: [-63, 42] },
    statistics: [
      each('Three-pointers', 'faBasketballBall', 'three-pointer', [1, 2, 5], {
        each: [3, 9],
        expectedTarget: 84,
        lastYearResult: 77,
      }),
      each('Assists', 'faHandshake', 'assist', [0.5, 1, 2], {
        each: [8, 18],
        expectedTarget: 170,
        lastYearResult: 149,
      }),
      each('Wins', 'faTrophy', 'win', [5, 15, 30], {
        each: [0, 1],
        expectedMax: 14,
        expectedTarget: 9,
        lastYearResult: 8,
      }),
      once(
        'Everyone passes',
        'faGraduationCap',
        [20, 50, 100],
        'Every player ends the term with passing grades.',
      ),
    ],
    schedule: {
      ...{ weekday: 4, time: '18:00', first: -8, eventType: 'game', place: 'El Pueblo Gym' },
      opponents: [
        'Sunnyside Blue Devils',
        'Pueblo Warriors',
        'Cholla Chargers',
        'Desert View Jaguars',
        'Rincon Rangers',
        'Amphi Panthers',
        'Flowing Wells',
        'Salpointe Lancers',
        'Catalina Trojans',
        'Tucson Badgers',
        'Palo Verde Titans',
        'Sahuaro Cougars',
      ],
    },
    leavesNewest: true,
    pledges: 25,
    rewards: [
      {
        title: 'Elite circle',
        description: 'Dinner cooked by the players’ families after the last game.',
        type: 'elite_circle',
        threshold: 200,
        maxWinners: 6,
      },
      {
        title: 'Sharpshooter',
        description: 'A net from the season’s last three for $5 or more for each.',
        type: 'milestone_maker',
        statistic: 'Three-pointers',
        threshold: 5,
      },
    ],
    ambassadors: { joined: 2, invited: ['southside.news@example.org'] },
    comments: [
      '“Everyone passes” is the pledge I am proudest of.',
      'Diego hit four threes on Thursday. Ouch, and thank you.',
      'I tutor on Tuesdays. They earn every cent.',
    ],
  },
  {
    key: 'girls-state',
    organization: 'cedar',
    name: 'Girls’ basketball: the road to Coos Bay',
    aboutThisCampaign:
      'Two hotel nights, one bus over the Cascades in March. We want the trip to the state tournament paid before the season starts.',
    helps: 'Bus, rooms and meals for fourteen players and three coaches.',
    ...{ goal: 4800, template: 'basketball', campaignType: 'athletic', status: 'draft', days: [30, 140] },
    statistics: [
      each('Points', 'faBasketballBall', 'point', [0.1, 0.25, 0.5], {
        expectedTarget: 1100,
        lastYearResult: 1042,
      }),
      each('Rebounds', 'faHandPaper', 'rebound', [0.25, 0.5, 1], {
        expectedTarget: 620,
        lastYearResult: 588,
      }),
      once('State tournament', 'faFlagCheckered', [25, 50, 100], 'A place among the last eight.'),
    ],
    pledges: 0,
    rewards: [
      {
        title: 'On the bus',
        description: 'The first five supporters ride along to the semifinal.',
        type: 'early_bird',
        maxWinners: 5,
      },
    ],
  },
  {
    key: 'summer-hoops',
    organization: 'hawks',
    name: 'Summer hoops in the shade',
    aboutThisCampaign:
      'A summer league needs a roof in Tucson. The shade structure did not get its permit, so the campaign was cancelled; nobody was billed for games that were not played.',
    helps: 'Would have covered two outdoor courts at Mirasol Park.',
    ...{
      goal: 3500,
      template: 'basketball',
      campaignType: 'community',
      status: 'cancelled',
      days: [-110, 10],
    },
    statistics: [
      each('Dunks', 'faBasketballBall', 'dunk', [5, 10, 20], { expectedTarget: 12, lastYearResult: 7 }),
      each('Three-pointers', 'faBullseye', 'three-pointer', [1, 2, 5], {
        expectedTarget: 60,
        lastYearResult: 48,
      }),
    ],
    pledges: 8,
    ending: { do: 'cancel', days: -74 },
  },
  {
    key: 'hilo-travel',
    organization: 'hilo',
    name: 'Every goal a mile closer to Honolulu',
    aboutThisCampaign:
      'For most teams an away game is a bus ride. For the Hilo Bay under-sixteens it is a flight. Pledge on goals, saves and clean sheets of our spring season.',
    helps: 'Eighteen round trips to Oʻahu for the state cup.',
    ...{ goal: 5500, template: 'soccer', campaignType: 'athletic', status: 'active', days: [-60, 30] },
    statistics: [
      each('Goals', 'faFutbol', 'goal', [2, 5, 10], { each: [0, 4], expectedTarget: 26, lastYearResult: 23 }),
      each('Saves', 'faHandPaper', 'save', [0.5, 1, 2], {
        each: [2, 9],
        expectedTarget: 70,
        lastYearResult: 64,
      }),
      each('Clean sheets', 'faShieldAlt', 'clean sheet', [5, 10, 20], {
        each: [0, 1],
        expectedTarget: 5,
        lastYearResult: 4,
      }),
    ],
    schedule: {
      ...{ weekday: 6, time: '15:00', first: -8, eventType: 'game', place: 'Hoʻolulu Complex' },
      opponents: [
        'Waiākea',
        'Kona United',
        'Kamehameha Hawaiʻi',
        'Keaʻau Cougars',
        'Hawaiʻi Prep',
        'Konawaena Wildcats',
        'Honokaʻa Dragons',
        'Pāhoa Daggers',
        'Kealakehe',
        'Parker Bulls',
      ],
    },
    pledges: 20,
    ambassadors: { joined: 1, invited: [] },
    comments: [
      'Mahalo from a Hilo mom. See you on the field, rain or rain.',
      'From a former goalkeeper: a dollar a save, keep them busy.',
    ],
  },
  {
    key: 'keiki-lights',
    organization: 'hilo',
    name: 'Lights for the keiki field',
    aboutThisCampaign:
      'It is dark at six and parents work until five. Two light masts would give the little ones a second hour. We paused while the county looks at the plans.',
    helps: 'Two masts with shielded lamps that are kind to the seabirds.',
    ...{ goal: 4000, template: 'soccer', campaignType: 'community', status: 'paused', days: [-80, 60] },
    statistics: [
      each('Goals', 'faFutbol', 'goal', [1, 2, 5], { each: [1, 6], expectedTarget: 44, lastYearResult: 39 }),
      gift('One lamp', [40, 80, 160], 'faLightbulb'),
    ],
    schedule: {
      ...{
        weekday: 0,
        time: '09:00',
        first: -10,
        everyWeeks: 2,
        eventType: 'tournament',
        place: 'Keiki field, Bayfront',
      },
      numbered: { name: 'Jamboree', count: 8 },
    },
    pledges: 13,
    ending: { do: 'pause', days: -14 },
    comments: ['Seabird-friendly lamps, thank you for thinking of them.'],
  },
  {
    key: 'futsal',
    organization: 'foxes',
    name: 'A futsal winter for Worcester County',
    aboutThisCampaign:
      'Five-a-side in the armory from December to March, free for every kid who comes with shoes. We are collecting ideas for what to pledge on.',
    helps: 'Rent of the armory floor and forty futsal balls.',
    ...{ goal: 3200, template: 'soccer', campaignType: 'community', status: 'draft', days: [45, 150] },
    statistics: [
      each('Goals', 'faFutbol', 'goal', [0.25, 0.5, 1], { expectedTarget: 240 }),
      gift('A futsal ball', [20, 40, 60], 'faFutbol'),
    ],
    pledges: 0,
  },
]
