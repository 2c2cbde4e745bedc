import { type CampaignPlan, each, gift, once } from './plan.ts'

/** Football, baseball, basketball and soccer, in every status. */
export const SPORTS: readonly CampaignPlan[] = [
  {
    key: 'weight-room',
    organization: 'cedar',
    name: 'A weight room that fits the whole team',
    aboutThisCampaign:
      'Forty-six players share three racks that are older than their coaches. Pledge on what the Cougars do on Friday nights: every touchdown, every sack, every yard of a first down helps to replace them.',
    helps: 'Six racks, bumper plates and rubber floors. The wrestlers and the girls’ soccer team use the same room.',
    ...{ goal: 9000, template: 'football', campaignType: 'athletic', status: 'active', days: [-66, 38] },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], { each: [2, 6], expectedTarget: 38, lastYearResult: 31 }),
      each('Sacks', 'faShieldAlt', 'sack', [1, 2.5, 5], { each: [0, 4], expectedTarget: 22, lastYearResult: 17 }),
      each('Wins', 'faTrophy', 'win', [10, 20, 40], { each: [0, 1], expectedMax: 10, expectedTarget: 7, lastYearResult: 6 }),
      once('District champions', 'faMedal', [25, 50, 100], 'First place in the Intermountain district.'),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:00', first: -7, eventType: 'game', place: 'Cedar Ridge Stadium' },
      opponents: ['Summit Storm', 'Crook County Cowboys', 'Redmond Panthers', 'Mountain View', 'Ridgeview Ravens', 'Hood River Valley', 'Pendleton Buckaroos', 'La Grande Tigers', 'The Dalles Riverhawks', 'Sisters Outlaws'],
    },
    leavesNewest: true,
    pledges: 27,
    rewards: [
      { title: 'Honorary captain', description: 'Walk out for the coin toss at the last home game.', type: 'top_supporter', prizeDetails: 'A team jersey with your name goes with it.' },
      { title: 'First in the room', description: 'The first ten supporters lift the first bar.', type: 'early_bird', maxWinners: 10 },
    ],
    ambassadors: { joined: 2, invited: ['boosters.bend@example.org'] },
    comments: ['My son is number 54. He says the old rack squeaks louder than the band.', 'Class of 1998 here. Same racks. Go Cougars!', 'Five dollars a touchdown and I have never been so happy to pay.'],
  },
  {
    key: 'press-box',
    organization: 'mustangs',
    name: 'Rebuild the press box at Mustang Field',
    aboutThisCampaign:
      'The hailstorm in May took the roof off the press box and the scoreboard controller with it. This season every point the Mustangs put up helps to build it back, with a ramp this time.',
    helps: 'Steel, a roof, a wheelchair ramp and a booth for the student broadcasters of KWHS.',
    ...{ goal: 14000, template: 'football', campaignType: 'athletic', status: 'active', days: [-58, 45] },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], { each: [2, 7], expectedTarget: 45, lastYearResult: 44 }),
      each('Field goals', 'faBullseye', 'field goal', [3, 6, 12], { each: [0, 3], expectedTarget: 12, lastYearResult: 9 }),
      each('Interceptions', 'faHandPaper', 'interception', [5, 10, 20], { each: [0, 2], expectedTarget: 11, lastYearResult: 8 }),
      once('Shutout', 'faShieldAlt', [20, 40, 80], 'One game without a point against us.'),
      gift('A one-time gift', [25, 50, 100]),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:30', first: -7, eventType: 'game', place: 'Mustang Field' },
      opponents: ['Palo Duro Dons', 'Caprock Longhorns', 'Tascosa Rebels', 'Plainview Bulldogs', 'Dumas Demons', 'Pampa Harvesters', 'Borger Bulldogs', 'Hereford Whitefaces', 'Randall Raiders', 'Canyon Eagles'],
    },
    outcomes: { Shutout: { outcome: 'achieved', days: -16 } },
    pledges: 34,
    rewards: [
      { title: 'Call a quarter', description: 'Sit in the new booth and call one quarter on KWHS.', type: 'sponsorship', threshold: 500, sponsorshipsAvailable: 2 },
      { title: 'Elite circle', description: 'Your name on the steel plate at the foot of the ramp.', type: 'elite_circle', threshold: 250 },
    ],
    ambassadors: { joined: 1, invited: ['panhandle.alumni@example.org', 'coach.reyes@example.org'] },
    comments: ['I announced games from that box for 22 years. Let’s put a roof on it.', 'The ramp is what did it for me. My dad will see a game from up there.'],
  },
  {
    key: 'mustangs-last-season',
    organization: 'mustangs',
    name: 'New helmets for every Mustang',
    aboutThisCampaign:
      'Ninety-two helmets, none older than three years: that was the promise for last season. Supporters pledged on touchdowns, takeaways and a playoff berth, and the Mustangs delivered.',
    helps: 'Paid for 92 helmets with sensors, from the freshmen to the varsity.',
    ...{ goal: 7000, template: 'football', campaignType: 'athletic', status: 'completed', days: [-245, -150] },
    statistics: [
      each('Touchdowns', 'faFootballBall', 'touchdown', [2, 5, 10], { each: [2, 6], expectedTarget: 40, lastYearResult: 36 }),
      each('Takeaways', 'faHandPaper', 'takeaway', [2, 4, 8], { each: [0, 4], expectedTarget: 20, lastYearResult: 15 }),
      once('Playoffs', 'faFlagCheckered', [20, 50, 100], 'A place in the regional playoffs.'),
      once('State champions', 'faCrown', [50, 100, 250], 'All the way to Arlington.'),
    ],
    schedule: {
      ...{ weekday: 5, time: '19:30', first: -33, eventType: 'game', place: 'Mustang Field' },
      opponents: ['Palo Duro Dons', 'Caprock Longhorns', 'Tascosa Rebels', 'Plainview Bulldogs', 'Dumas Demons', 'Pampa Harvesters', 'Borger Bulldogs', 'Hereford Whitefaces', 'Randall Raiders', 'Canyon Eagles'],
    },
    outcomes: { Playoffs: { outcome: 'achieved', days: -153 }, 'State champions': { outcome: 'not_achieved', days: -151 } },
    pledges: 30,
    rewards: [{ title: 'Game ball', description: 'A signed ball for the largest supporter of the season.', type: 'top_supporter' }],
    comments: ['Paid my bill with a smile. What a season.', 'The statement showed every game. Nice to see where the money came from.'],
    ending: { do: 'settle', days: -146, payments: 'all', payout: 'paid' },
  },
  {
    key: 'dugouts',
    organization: 'harbor',
    name: 'Dugouts with a roof for Harbor Point',
    aboutThisCampaign:
      'It rains in Maine in May, and June, and most of July. Our dugouts are two benches and a fence. Pledge on hits, stolen bases and strikeouts of the twelve-and-under Mariners.',
    helps: 'Two covered dugouts on field 3, built by the vocational school with donated lumber and bought hardware.',
    ...{ goal: 6000, template: 'baseball', campaignType: 'athletic', status: 'active', days: [-52, 40] },
    statistics: [
      each('Hits', 'faBaseballBall', 'hit', [0.5, 1, 2], { each: [4, 12], expectedTarget: 110, lastYearResult: 96 }),
      each('Home runs', 'faStar', 'home run', [5, 10, 20], { each: [0, 2], expectedTarget: 9, lastYearResult: 6 }),
      each('Stolen bases', 'faRunning', 'stolen base', [1, 2, 4], { each: [1, 5], expectedTarget: 38, lastYearResult: 33 }),
      once('League title', 'faTrophy', [15, 30, 60], 'Cumberland County, twelve and under.'),
    ],
    schedule: {
      ...{ weekday: 6, time: '10:00', first: -7, eventType: 'game', place: 'Harbor Point, field 3' },
      opponents: ['Yarmouth Clippers', 'Falmouth Flyers', 'Scarborough Storm', 'Gorham Rams', 'Cape Elizabeth', 'Westbrook Blazers', 'Deering Nine', 'Saco Bay', 'Biddeford Tigers', 'Windham Eagles', 'Standish Cubs', 'Freeport Falcons'],
    },
    pledges: 22,
    rewards: [
      { title: 'Throw the first pitch', description: 'On opening day next spring.', type: 'top_supporter' },
      { title: 'Base stealer', description: 'A signed base for everyone at $2 or more for each stolen base.', type: 'milestone_maker', statistic: 'Stolen bases', threshold: 2, maxWinners: 9 },
    ],
    comments: ['My granddaughter stole home on Saturday. I cheered and then I checked my pledge.', 'Sold! I have sat on that wet bench.'],
  },
  {
    key: 'fall-ball',
    organization: 'harbor',
    name: 'Fall ball scholarships',
    aboutThisCampaign:
      'Eighteen families asked for help with the fall fee. We play on as soon as the field is drained; until then pledges are on hold, and nobody is billed.',
    helps: 'Covers the fee, a glove and a bat for eighteen players.',
    ...{ goal: 2500, template: 'baseball', campaignType: 'community', status: 'paused', days: [-40, 50] },
    statistics: [
      each('Hits', 'faBaseballBall', 'hit', [0.5, 1, 2], { each: [3, 10], expectedTarget: 60, lastYearResult: 54 }),
      gift('One player’s fee', [45, 90, 135]),
    ],
    schedule: {
      ...{ weekday: 0, time: '13:00', first: -5, eventType: 'game', place: 'Harbor Point, field 1' },
      opponents: ['Deering Nine', 'Gorham Rams', 'Saco Bay', 'Falmouth Flyers', 'Windham Eagles', 'Yarmouth Clippers'],
    },
    pledges: 12,
    comments: ['Hope the field dries soon!'],
    ending: { do: 'pause', days: -9 },
  },
  {
    key: 'batting-cage',
    organization: 'cedar',
    name: 'A batting cage for the long winter',
    aboutThisCampaign:
      'There is snow on our diamond until April. An indoor cage would give the baseball and softball teams four more months. The season is over; the last results are being checked, then everybody gets a statement.',
    helps: 'Netting, turf and a pitching machine in the old auto shop.',
    ...{ goal: 5200, template: 'baseball', campaignType: 'athletic', status: 'completed', days: [-96, -5] },
    statistics: [
      each('Runs', 'faBaseballBall', 'run', [1, 2, 4], { each: [2, 9], expectedTarget: 62, lastYearResult: 55 }),
      each('Strikeouts', 'faBolt', 'strikeout', [0.5, 1, 2], { each: [4, 11], expectedTarget: 80, lastYearResult: 71 }),
      once('A no-hitter', 'faStar', [20, 40, 100], 'Nine innings, no hit.'),
    ],
    schedule: {
      ...{ weekday: 2, time: '16:30', first: -12, eventType: 'game', place: 'Cedar Ridge Diamond' },
      opponents: ['Summit Storm', 'Redmond Panthers', 'Mountain View', 'Ridgeview Ravens', 'Crook County Cowboys', 'Madras White Buffalos', 'Sisters Outlaws', 'Pendleton Buckaroos', 'La Pine Hawks', 'Hood River Valley'],
    },
    leavesNewest: true,
    pledges: 19,
    comments: ['Softball parents are in too.', 'Great season, seniors!'],
  },
  {
    key: 'shots-that-count',
    organization: 'hawks',
    name: 'Shots that count',
    aboutThisCampaign:
      'Every three-pointer keeps the gym open a little longer. The Hawks’ junior varsity plays on Thursdays; the same kids stay until eight for homework help, five days a week.',
    helps: 'Gym rent, tutors and a van. Ninety percent of the academy’s families pay nothing.',
    ...{ goal: 8000, template: 'basketball', campaignType: 'athletic', status: 'active', days: [-63, 42] },
    statistics: [
      each('Three-pointers', 'faBasketballBall', 'three-pointer', [1, 2, 5], { each: [3, 9], expectedTarget: 84, lastYearResult: 77 }),
      each('Assists', 'faHandshake', 'assist', [0.5, 1, 2], { each: [8, 18], expectedTarget: 170, lastYearResult: 149 }),
      each('Wins', 'faTrophy', 'win', [5, 15, 30], { each: [0, 1], expectedMax: 14, expectedTarget: 9, lastYearResult: 8 }),
      once('Everyone passes', 'faGraduationCap', [20, 50, 100], 'Every player ends the term with passing grades.'),
    ],
    schedule: {
      ...{ weekday: 4, time: '18:00', first: -8, eventType: 'game', place: 'El Pueblo Gym' },
      opponents: ['Sunnyside Blue Devils', 'Pueblo Warriors', 'Cholla Chargers', 'Desert View Jaguars', 'Rincon Rangers', 'Amphi Panthers', 'Flowing Wells', 'Salpointe Lancers', 'Catalina Trojans', 'Tucson Badgers', 'Palo Verde Titans', 'Sahuaro Cougars'],
    },
    leavesNewest: true,
    pledges: 29,
    rewards: [
      { title: 'Elite circle', description: 'Dinner cooked by the players’ families after the last game.', type: 'elite_circle', threshold: 200, maxWinners: 6 },
      { title: 'Sharpshooter', description: 'A net from the season’s last three for $5 or more for each.', type: 'milestone_maker', statistic: 'Three-pointers', threshold: 5 },
    ],
    ambassadors: { joined: 2, invited: ['southside.news@example.org'] },
    comments: ['“Everyone passes” is the pledge I am proudest of.', 'Diego hit four threes on Thursday. Ouch, and thank you.', 'I tutor on Tuesdays. They earn every cent.'],
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
      each('Points', 'faBasketballBall', 'point', [0.1, 0.25, 0.5], { expectedTarget: 1100, lastYearResult: 1042 }),
      each('Rebounds', 'faHandPaper', 'rebound', [0.25, 0.5, 1], { expectedTarget: 620, lastYearResult: 588 }),
      once('State tournament', 'faFlagCheckered', [25, 50, 100], 'A place among the last eight.'),
    ],
    pledges: 0,
    rewards: [{ title: 'On the bus', description: 'The first five supporters ride along to the semifinal.', type: 'early_bird', maxWinners: 5 }],
  },
  {
    key: 'summer-hoops',
    organization: 'hawks',
    name: 'Summer hoops in the shade',
    aboutThisCampaign:
      'A summer league needs a roof in Tucson. The shade structure did not get its permit, so the campaign was cancelled; nobody was billed for games that were not played.',
    helps: 'Would have covered two outdoor courts at Mirasol Park.',
    ...{ goal: 3500, template: 'basketball', campaignType: 'community', status: 'cancelled', days: [-110, 10] },
    statistics: [
      each('Dunks', 'faBasketballBall', 'dunk', [5, 10, 20], { expectedTarget: 12, lastYearResult: 7 }),
      each('Three-pointers', 'faBullseye', 'three-pointer', [1, 2, 5], { expectedTarget: 60, lastYearResult: 48 }),
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
      each('Saves', 'faHandPaper', 'save', [0.5, 1, 2], { each: [2, 9], expectedTarget: 70, lastYearResult: 64 }),
      each('Clean sheets', 'faShieldAlt', 'clean sheet', [5, 10, 20], { each: [0, 1], expectedTarget: 5, lastYearResult: 4 }),
    ],
    schedule: {
      ...{ weekday: 6, time: '15:00', first: -8, eventType: 'game', place: 'Hoʻolulu Complex' },
      opponents: ['Waiākea', 'Kona United', 'Kamehameha Hawaiʻi', 'Keaʻau Cougars', 'Hawaiʻi Prep', 'Konawaena Wildcats', 'Honokaʻa Dragons', 'Pāhoa Daggers', 'Kealakehe', 'Parker Bulls'],
    },
    pledges: 20,
    ambassadors: { joined: 1, invited: [] },
    comments: ['Mahalo from a Hilo mom. See you on the field, rain or rain.', 'From a former goalkeeper: a dollar a save, keep them busy.'],
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
      ...{ weekday: 0, time: '09:00', first: -10, everyWeeks: 2, eventType: 'tournament', place: 'Keiki field, Bayfront' },
      numbered: { name: 'Jamboree', count: 8 },
    },
    pledges: 13,
    ending: { do: 'pause', days: -14 },
    comments: ['Seabird-friendly lamps, thank you for thinking of them.'],
  },
]
