import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Schools, music, robots, animals and neighbors: everything that is no ball game. */
export const ARTS_AND_NEIGHBORS: readonly CampaignPlan[] = [
  {
    key: 'million-pages',
    organization: 'lakeview',
    name: 'Read a million pages',
    aboutThisCampaign:
      'Last year 640 students read 812,000 pages. This year they want a million. Pledge on every thousand pages; the librarian counts, and a teacher checks.',
    helps: 'A new library carpet, 900 books chosen by students, and two reading tents.',
    ...{ goal: 7500, template: 'custom', campaignType: 'academic', status: 'active', days: [-68, 60] },
    statistics: [
      each('Thousand pages', 'faBookOpen', 'thousand pages', [0.05, 0.1, 0.25], { each: [48, 71], expectedTarget: 1000, lastYearResult: 812 }),
      each('Books finished by sixth graders', 'faBook', 'book', [0.02, 0.05, 0.1], { each: [90, 160], expectedTarget: 2100, lastYearResult: 1740 }),
      once('A million pages', 'faTrophy', [10, 25, 50], 'The whole school together, by the last day of term.'),
    ],
    schedule: {
      ...{ weekday: 5, time: '14:15', first: -9, eventType: 'other', place: 'Lakeview library' },
      numbered: { name: 'Weekly count', count: 16 },
    },
    leavesNewest: true,
    pledges: 24,
    rewards: [
      { title: 'Name a reading tent', description: 'Your name, or your dog’s, over the entrance.', type: 'sponsorship', threshold: 150, sponsorshipsAvailable: 2 },
      { title: 'Bookworm', description: 'A thank-you bookmark drawn by a student.', type: 'early_bird', maxWinners: 20 },
    ],
    comments: ['My nephew has started reading at breakfast.', 'Ten cents a thousand pages sounded cheap. Then I met these kids.'],
  },
  {
    key: 'math-team',
    organization: 'lakeview',
    name: 'Math team to the nationals',
    aboutThisCampaign:
      'Six seventh graders and a coach who teaches shop. They solve problems on Wednesday afternoons, and you pledge on the ones they get right.',
    helps: 'Entry fees and train tickets to Chicago for the regional, and further if they make it.',
    ...{ goal: 2400, template: 'custom', campaignType: 'academic', status: 'active', days: [-55, 48] },
    statistics: [
      each('Problems solved', 'faCalculator', 'problem', [0.5, 1, 2], { each: [7, 16], expectedTarget: 130, lastYearResult: 98 }),
      each('Perfect rounds', 'faStar', 'perfect round', [5, 10, 20], { each: [0, 1], expectedTarget: 4, lastYearResult: 2 }),
      once('Nationals', 'faGlobe', [20, 40, 80], 'A place at the national round in Washington.'),
    ],
    schedule: {
      ...{ weekday: 3, time: '15:30', first: -7, eventType: 'tournament', place: 'Room 214' },
      numbered: { name: 'Problem round', count: 12 },
    },
    pledges: 17,
    comments: ['I was on this team in 1987. We lost to everybody. Good luck!'],
  },
  {
    key: 'free-concerts',
    organization: 'bayou',
    name: 'Twelve free concerts on the bayou',
    aboutThisCampaign:
      'No tickets, no dress code, bring a chair. Pledge on every concert we play and on every child who tries an instrument at the table beside the stage.',
    helps: 'Sheet music, a sound system and a stipend for six young soloists.',
    ...{ goal: 6500, template: 'custom', campaignType: 'community', status: 'active', days: [-75, 55] },
    statistics: [
      each('Concerts played', 'faMusic', 'concert', [5, 10, 25], { each: [1, 1], expectedMax: 12, expectedTarget: 12, lastYearResult: 9 }),
      each('Children who tried an instrument', 'faGuitar', 'child', [0.5, 1, 2], { each: [9, 26], expectedTarget: 220, lastYearResult: 160 }),
      gift('Restring a cello', [30, 60, 120], 'faMusic'),
    ],
    schedule: {
      ...{ weekday: 0, time: '17:00', first: -10, everyWeeks: 1, eventType: 'fundraiser', place: 'Bayou Teche landing' },
      numbered: { name: 'Concert on the landing', count: 14 },
    },
    pledges: 23,
    rewards: [
      { title: 'Request a piece', description: 'Choose one piece for the last concert (the trombones may object).', type: 'top_supporter' },
      { title: 'Front-row chair', description: 'A chair with your name for the rest of the season.', type: 'elite_circle', threshold: 150 },
    ],
    ambassadors: { joined: 1, invited: ['radio.lafayette@example.org'] },
    comments: ['My twins both want the trumpet now. Send help.', 'Heard the Ravel from my porch. Beautiful.', 'The accordion solo deserves its own pledge.'],
  },
  {
    key: 'piano',
    organization: 'bayou',
    name: 'A piano for the rehearsal hall',
    aboutThisCampaign:
      'Ours lost a leg in the flood and three octaves after it. Supporters pledged on our spring tour; the tour is done, the statements are out, and a rebuilt Baldwin is on its way.',
    helps: 'A rebuilt Baldwin grand, tuning for five years and a ramp to roll it on.',
    ...{ goal: 4200, template: 'custom', campaignType: 'community', status: 'completed', days: [-120, -16] },
    statistics: [
      each('Towns on the tour', 'faGlobe', 'town', [5, 10, 20], { each: [1, 1], expectedTarget: 9, lastYearResult: 7 }),
      each('Encores', 'faMicrophone', 'encore', [2, 4, 8], { each: [0, 3], expectedTarget: 12, lastYearResult: 10 }),
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
    key: 'robots',
    organization: 'gears',
    name: 'Send Waffle to the world championship',
    aboutThisCampaign:
      'Waffle is our robot. It climbs, it throws, and on good days it stops. Pledge on points, on autonomous runs, and on a ticket to Houston.',
    helps: 'Registration, freight for a 120-pound robot, and a second battery so that it stops catching up.',
    ...{ goal: 6800, template: 'custom', campaignType: 'academic', status: 'active', days: [-62, 50] },
    statistics: [
      each('Match points', 'faChartLine', 'point', [0.02, 0.05, 0.1], { each: [180, 420], expectedTarget: 3200, lastYearResult: 2710 }),
      each('Autonomous runs', 'faLightbulb', 'run', [1, 3, 6], { each: [1, 6], expectedTarget: 40, lastYearResult: 28 }),
      once('World championship', 'faGlobe', [25, 50, 100], 'A ticket to Houston.'),
      gift('A box of bolts', [15, 30, 60], 'faBolt'),
    ],
    schedule: {
      ...{ weekday: 6, time: '09:00', first: -8, eventType: 'tournament', place: 'Lancaster Event Center' },
      numbered: { name: 'League meet', count: 12 },
    },
    pledges: 22,
    rewards: [
      { title: 'Your logo on Waffle', description: 'A sticker on the left arm, seen by everybody it throws at.', type: 'sponsorship', threshold: 200, sponsorshipsAvailable: 3 },
      { title: 'Drive the robot', description: 'Ten minutes at the controls on the practice field.', type: 'milestone_maker', statistic: 'Autonomous runs', threshold: 3, maxWinners: 5 },
    ],
    ambassadors: { joined: 1, invited: ['makers.lincoln@example.org'] },
    comments: ['The second battery made me laugh out loud. Pledged.', 'Proud of the drive team. Proud of the stop team too.'],
  },
  {
    key: 'welders',
    organization: 'gears',
    name: 'Girls who weld',
    aboutThisCampaign:
      'A Saturday course for twelve girls who want to build frames and not only code. Every finished project is a pledge.',
    helps: 'Helmets, gloves, steel, and a certified instructor for ten Saturdays.',
    ...{ goal: 3600, template: 'custom', campaignType: 'academic', status: 'draft', days: [20, 110] },
    statistics: [
      each('Finished projects', 'faFire', 'project', [2, 5, 10], { expectedTarget: 48 }),
      once('Everyone certified', 'faAward', [25, 50, 100], 'All twelve pass the entry-level certificate.'),
    ],
    pledges: 0,
  },
  {
    key: 'every-mile',
    organization: 'rescue',
    name: 'Every mile walks a dog home',
    aboutThisCampaign:
      'Thirty volunteers walk the rescue’s dogs along the French Broad River. They log the miles; you pledge on them. A dog that walks well is adopted in half the time.',
    helps: 'Vaccinations, a second fenced run, and gas for the transport van.',
    ...{ goal: 7000, template: 'custom', campaignType: 'community', status: 'active', days: [-72, 46] },
    statistics: [
      each('Miles walked', 'faHiking', 'mile', [0.1, 0.25, 0.5], { each: [52, 98], expectedTarget: 900, lastYearResult: 760 }),
      each('Dogs adopted', 'faPaw', 'dog', [2, 5, 10], { each: [1, 6], expectedTarget: 45, lastYearResult: 38 }),
      each('Cats adopted', 'faHeart', 'cat', [2, 5, 10], { each: [0, 5], expectedTarget: 30, lastYearResult: 27 }),
      gift('One vaccination', [20, 40, 80], 'faFirstAid'),
    ],
    schedule: {
      ...{ weekday: 0, time: '09:00', first: -9, eventType: 'other', place: 'French Broad greenway' },
      numbered: { name: 'Sunday walk', count: 15 },
    },
    leavesNewest: true,
    pledges: 30,
    rewards: [
      { title: 'Name a puppy', description: 'The next litter’s smallest is yours to name.', type: 'top_supporter' },
      { title: 'Walk along', description: 'A Sunday walk and breakfast with the volunteers.', type: 'early_bird', maxWinners: 8, prizeTypes: ['experience'] },
    ],
    ambassadors: { joined: 2, invited: ['vet.clinic@example.org'] },
    comments: ['We adopted Biscuit in week three. He snores. No regrets.', 'A quarter a mile, and I now walk too.', 'Please pet Moose for me on Sunday.'],
  },
  {
    key: 'adoption-weekend',
    organization: 'rescue',
    name: 'The big adoption weekend',
    aboutThisCampaign:
      'Forty animals, two days, one fairground. The storm closed the fairground, so we cancelled; the first day’s adoptions had been billed by then and stay with the animals.',
    helps: 'Tents, crates and a vet on call.',
    ...{ goal: 3000, template: 'custom', campaignType: 'community', status: 'cancelled', days: [-75, -10] },
    statistics: [
      each('Adoptions', 'faPaw', 'adoption', [5, 10, 20], { each: [3, 7], expectedTarget: 24, lastYearResult: 21 }),
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
    key: 'every-lap',
    organization: 'chugach',
    name: 'Every lap to the state meet',
    aboutThisCampaign:
      'Our pool time starts at 5:15 in the morning, in the dark, most of the year. Pledge on personal bests and on laps: the swimmers bring the rest.',
    helps: 'Two more lanes a week, and the ferry to the state meet in Juneau.',
    ...{ goal: 5000, template: 'custom', campaignType: 'athletic', status: 'active', days: [-57, 52] },
    statistics: [
      each('Personal bests', 'faStopwatch', 'personal best', [1, 2, 5], { each: [5, 16], expectedTarget: 120, lastYearResult: 101 }),
      each('Thousand laps', 'faSwimmer', 'thousand laps', [1, 2.5, 5], { each: [3, 7], expectedTarget: 70, lastYearResult: 62 }),
      once('A state record', 'faMedal', [20, 40, 100], 'Any event, any age group.'),
    ],
    schedule: {
      ...{ weekday: 6, time: '08:00', first: -7, eventType: 'tournament', place: 'Chugach pool' },
      numbered: { name: 'Dual meet', count: 12 },
    },
    pledges: 19,
    comments: ['5:15! I am paying extra for that alone.', 'Go Freya, your aunt in Ohio is counting laps.'],
  },
  {
    key: 'harvest',
    organization: 'pantry',
    name: 'Harvest baskets for three hundred families',
    aboutThisCampaign:
      'The teaching garden behind the pantry is run by fourth graders and three retired farmers. Every pound they grow goes into a basket, and every pound can be pledged on.',
    helps: 'Seeds, a cold frame, and a refrigerated van on Saturdays.',
    ...{ goal: 5800, template: 'custom', campaignType: 'community', status: 'active', days: [-64, 44] },
    statistics: [
      each('Pounds grown', 'faSeedling', 'pound', [0.1, 0.2, 0.5], { each: [60, 140], expectedTarget: 1200, lastYearResult: 980 }),
      each('Baskets delivered', 'faUtensils', 'basket', [0.5, 1, 2], { each: [18, 34], expectedTarget: 300, lastYearResult: 240 }),
      gift('A Saturday breakfast', [25, 50, 100], 'faUtensils'),
    ],
    schedule: {
      ...{ weekday: 6, time: '07:30', first: -8, eventType: 'fundraiser', place: 'Riverside garden' },
      numbered: { name: 'Harvest Saturday', count: 13 },
    },
    pledges: 21,
    comments: ['The carrots were shaped like boots and tasted wonderful.', 'Fourth graders run a better garden than I do.'],
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
  {
    key: 'futsal',
    organization: 'foxes',
    name: 'A futsal winter for Worcester County',
    aboutThisCampaign:
      'Five-a-side in the armory from December to March, free for every kid who comes with shoes. We are collecting ideas for what to pledge on.',
    helps: 'Rent of the armory floor and forty futsal balls.',
    ...{ goal: 3200, template: 'soccer', campaignType: 'community', status: 'draft', days: [45, 150] },
    statistics: [each('Goals', 'faFutbol', 'goal', [0.25, 0.5, 1], { expectedTarget: 240 }), gift('A futsal ball', [20, 40, 60], 'faFutbol')],
    pledges: 0,
  },
]
