import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Music, animals and a pantry. The last one has no statistics to pledge on yet. */
export const NEIGHBORS: readonly CampaignPlan[] = [
  {
    key: 'free-concerts',
    organization: 'bayou',
    name: 'Twelve free concerts on the bayou',
    aboutThisCampaign:
      'No tickets, no dress code, bring a chair. Pledge on every concert we play and on every child who tries an instrument at the table beside the stage.',
    helps: 'Sheet music, a sound system and a stipend for six young soloists.',
    ...{ goal: 6500, template: 'custom', campaignType: 'community', status: 'active', days: [-75, 55] },
    scene: 'music',
    vocabulary: {
      ...{ match: 'concert', matches: 'concerts', season: 'series', team: 'orchestra' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Concerts played', 'faMusic', 'concert', [5, 10, 25], {
        each: [1, 1],
        expectedMax: 12,
        expectedTarget: 12,
        lastYearResult: 9,
      }),
      each('Children who tried an instrument', 'faGuitar', 'child', [0.5, 1, 2], {
        each: [9, 26],
        expectedTarget: 220,
        lastYearResult: 160,
      }),
      gift('Restring a cello', [30, 60, 120], 'faMusic'),
    ],
    schedule: {
      ...{
        weekday: 0,
        time: '17:00',
        first: -10,
        everyWeeks: 1,
        eventType: 'fundraiser',
        place: 'Bayou Teche landing',
      },
      numbered: { name: 'Concert on the landing', count: 14 },
    },
    pledges: 23,
    rewards: [
      {
        title: 'Request a piece',
        description: 'Choose one piece for the last concert (the trombones may object).',
        type: 'top_supporter',
      },
      {
        title: 'Front-row chair',
        description: 'A chair with your name for the rest of the season.',
        type: 'elite_circle',
        threshold: 150,
      },
    ],
    ambassadors: { joined: 1, invited: ['radio.lafayette@example.org'] },
    comments: [
      'My twins both want the trumpet now. Send help.',
      'Heard the Ravel from my porch. Beautiful.',
      'The accordion solo deserves its own pledge.',
    ],
  },
  {
    key: 'piano',
    organization: 'bayou',
    name: 'A piano for the rehearsal hall',
    aboutThisCampaign:
      'Ours lost a leg in the flood and three octaves after it. Supporters pledged on our spring tour; the tour is done, the statements are out, and a rebuilt Baldwin is on its way.',
    helps: 'A rebuilt Baldwin grand, tuning for five years and a ramp to roll it on.',
    ...{ goal: 2400, template: 'custom', campaignType: 'community', status: 'completed', days: [-120, -16] },
    scene: 'music',
    vocabulary: {
      ...{ match: 'town', matches: 'towns', season: 'tour', team: 'orchestra' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Towns on the tour', 'faGlobe', 'town', [5, 10, 20], {
        each: [1, 1],
        expectedTarget: 9,
        lastYearResult: 7,
      }),
      each('Encores', 'faMicrophone', 'encore', [2, 4, 8], {
        each: [0, 3],
        expectedTarget: 12,
        lastYearResult: 10,
      }),
      once('Sold-out finale', 'faStar', [15, 30, 75], 'Every chair in the Grant Street hall taken.'),
    ],
    schedule: {
      ...{ weekday: 6, time: '19:00', first: -14, eventType: 'other', place: 'On tour' },
      numbered: { name: 'Tour concert', count: 11 },
    },
    outcomes: { 'Sold-out finale': { outcome: 'achieved', days: -17 } },
    pledges: 24,
    comments: ['Three encores in Breaux Bridge. I counted, and then I paid.'],
    ending: { do: 'settle', days: -12, payments: 'half', payout: 'prepared' },
  },
  {
    key: 'every-mile',
    organization: 'rescue',
    name: 'Every mile walks a dog home',
    aboutThisCampaign:
      'Thirty volunteers walk the rescue’s dogs along the French Broad River. They log the miles; you pledge on them. A dog that walks well is adopted in half the time.',
    helps: 'Vaccinations, a second fenced run, and gas for the transport van.',
    ...{ goal: 7000, template: 'custom', campaignType: 'community', status: 'active', days: [-72, 46] },
    scene: 'animals',
    vocabulary: {
      ...{ match: 'walk', matches: 'walks', season: 'campaign', team: 'rescue' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Miles walked', 'faHiking', 'mile', [0.1, 0.25, 0.5], {
        each: [52, 98],
        expectedTarget: 900,
        lastYearResult: 760,
      }),
      each('Dogs adopted', 'faPaw', 'dog', [2, 5, 10], {
        each: [1, 6],
        expectedTarget: 45,
        lastYearResult: 38,
      }),
      each('Cats adopted', 'faHeart', 'cat', [2, 5, 10], {
        each: [0, 5],
        expectedTarget: 30,
        lastYearResult: 27,
      }),
      gift('One vaccination', [20, 40, 80], 'faFirstAid'),
    ],
    schedule: {
      ...{ weekday: 0, time: '09:00', first: -9, eventType: 'other', place: 'French Broad greenway' },
      numbered: { name: 'Sunday walk', count: 15 },
    },
    leavesNewest: true,
    pledges: 25,
    rewards: [
      {
        title: 'Name a puppy',
        description: 'The next litter’s smallest is yours to name.',
        type: 'top_supporter',
      },
      {
        title: 'Walk along',
        description: 'A Sunday walk and breakfast with the volunteers.',
        type: 'early_bird',
        maxWinners: 8,
        prizeTypes: ['experience'],
      },
    ],
    ambassadors: { joined: 2, invited: ['vet.clinic@example.org'] },
    comments: [
      'We adopted Biscuit in week three. He snores. No regrets.',
      'A quarter a mile, and I now walk too.',
      'Please pet Moose for me on Sunday.',
    ],
  },
  {
    key: 'adoption-weekend',
    organization: 'rescue',
    name: 'The big adoption weekend',
    aboutThisCampaign:
      'Forty animals, two days, one fairground. The storm closed the fairground, so we cancelled; the first day’s adoptions had been billed by then and stay with the animals.',
    helps: 'Tents, crates and a vet on call.',
    ...{ goal: 3000, template: 'custom', campaignType: 'community', status: 'cancelled', days: [-75, -10] },
    scene: 'animals',
    vocabulary: {
      ...{ match: 'adoption day', matches: 'adoption days', season: 'weekend', team: 'rescue' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Adoptions', 'faPaw', 'adoption', [5, 10, 20], {
        each: [3, 7],
        expectedTarget: 24,
        lastYearResult: 21,
      }),
      gift('One crate', [15, 30, 60], 'faHeart'),
    ],
    schedule: {
      ...{ weekday: 6, time: '10:00', first: -9, eventType: 'fundraiser', place: 'WNC Agricultural Center' },
      numbered: { name: 'Adoption day', count: 3 },
    },
    pledges: 13,
    comments: ['So sorry about the storm. You did the right thing.'],
    ending: { do: 'cancel', days: -34 },
  },
  {
    key: 'harvest',
    organization: 'pantry',
    name: 'Harvest baskets for three hundred families',
    aboutThisCampaign:
      'The teaching garden behind the pantry is run by fourth graders and three retired farmers. Every pound they grow goes into a basket, and every pound can be pledged on.',
    helps: 'Seeds, a cold frame, and a refrigerated van on Saturdays.',
    ...{ goal: 5800, template: 'custom', campaignType: 'community', status: 'active', days: [-64, 44] },
    scene: 'garden',
    vocabulary: {
      ...{ match: 'Saturday', matches: 'Saturdays', season: 'harvest', team: 'garden' },
      ...{ achieved: 'Only if they do it', hasOpponents: false },
    },
    statistics: [
      each('Pounds grown', 'faSeedling', 'pound', [0.1, 0.2, 0.5], {
        each: [60, 140],
        expectedTarget: 1200,
        lastYearResult: 980,
      }),
      each('Baskets delivered', 'faUtensils', 'basket', [0.5, 1, 2], {
        each: [18, 34],
        expectedTarget: 300,
        lastYearResult: 240,
      }),
      gift('A Saturday breakfast', [25, 50, 100], 'faUtensils'),
    ],
    schedule: {
      ...{ weekday: 6, time: '07:30', first: -8, eventType: 'fundraiser', place: 'Riverside garden' },
      numbered: { name: 'Harvest Saturday', count: 13 },
    },
    pledges: 21,
    comments: [
      'The carrots were shaped like boots and tasted wonderful.',
      'Fourth graders run a better garden than I do.',
    ],
  },
  {
    key: 'winter-pantry',
    organization: 'pantry',
    name: 'Fill the pantry before the first snow',
    aboutThisCampaign:
      'We are still deciding what to count: cans, coats or hot meals. The volunteers vote on Thursday, and pledging opens right after.',
    helps: 'Keeps the shelves full from Thanksgiving to Easter.',
    ...{ goal: 4000, template: 'custom', campaignType: 'community', status: 'active', days: [-3, 75] },
    statistics: [],
    pledges: 0,
  },
]
