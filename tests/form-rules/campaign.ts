/** The forms of a campaign's management. */
import { AMOUNT, CHOICES, type FormRules, long, THRESHOLD, tooLong, WINNERS } from './rule.ts'

type Days = (days: number) => string

export const campaignForms = (day: Days, typedDay: Days, at: Days): Record<string, FormRules> => ({
  statistic: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/statistics',
    good: {
      name: 'Saves',
      type: 'per_increment',
      icon: 'faTrophy',
      pledgeAmountOptions: ['1', '2', '5'],
      expectedMin: '1',
      expectedMax: '9',
      expectedTarget: '5',
      lastYearResult: '4',
      lastYearMatches: '10',
    },
    rounds: [
      {
        wrong: [
          { field: 'name', label: 'Statistic Name', typed: ' ', words: 'Statistic name is required' },
          {
            field: 'expectedMin',
            label: 'Expected Minimum',
            typed: '-1',
            words: 'Expected minimum must be 0 or greater',
          },
          {
            field: 'expectedMax',
            label: 'Expected Maximum',
            typed: 'many',
            words: 'Expected maximum must be 0 or greater',
          },
          {
            field: 'expectedTarget',
            label: 'Expected Target',
            typed: '1.234',
            words: 'Expected target must be 0 or greater',
          },
          {
            field: 'lastYearResult',
            label: 'Last Year Result',
            typed: '-0.01',
            words: 'Last year result must be 0 or greater',
          },
          {
            field: 'lastYearMatches',
            label: 'Matches last season',
            typed: '0',
            words: 'Enter a whole number from 1 to 1,000',
          },
          { field: 'pledgeAmountOptions.0', label: 'Amount 1', typed: '0', words: AMOUNT },
          { field: 'pledgeAmountOptions.1', label: 'Amount 2', typed: '', words: AMOUNT },
          {
            field: 'pledgeAmountOptions.2',
            label: 'Amount 3',
            typed: '10000.01',
            words: 'Pledge amount can be at most $10,000.00',
          },
          {
            field: 'pledgeAmountOptions',
            sent: ['1', '2'],
            because: 'it has exactly three fields',
            words: 'Please enter exactly 3 pledge amounts',
          },
          { field: 'type', sent: '', because: CHOICES, words: 'Please select a statistic type' },
          { field: 'icon', sent: '', because: CHOICES, words: 'Please select an icon' },
        ],
      },
      {
        wrong: [
          { field: 'name', label: 'Statistic Name', typed: long(100), words: tooLong(100) },
          {
            field: 'unitName',
            label: 'What is counted, in the singular',
            typed: long(40),
            words: tooLong(40),
          },
          { field: 'description', label: 'Description', typed: long(500), words: tooLong(500) },
        ],
      },
      {
        before: { Type: 'Achievement: an amount if they do it', 'Statistic Name': 'Saves', Description: '' },
        wrong: [
          {
            field: 'chancePercent',
            label: 'How likely is it? (your own estimate)',
            typed: '100',
            words: 'Enter a percentage from 1 to 99',
            sentWith: { type: 'per_achievement' },
          },
        ],
      },
    ],
  },
  reward: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/rewards',
    good: { title: 'Ball', description: 'Signed by all.', type: 'elite_circle' },
    rounds: [
      {
        wrong: [
          { field: 'title', label: 'Reward Title', typed: '', words: 'Reward title is required' },
          { field: 'description', label: 'Description', typed: '', words: 'Reward description is required' },
          { field: 'type', label: 'Type', sent: '', words: 'Reward type is required' },
        ],
      },
      {
        before: { Type: 'Elite Circle', 'Prizes in tiers': 'on', 'Add Tier': 'press' },
        wrong: [
          { field: 'title', label: 'Reward Title', typed: long(200), words: tooLong(200) },
          { field: 'description', label: 'Description', typed: long(2000), words: tooLong(2000) },
          { field: 'threshold', label: 'Minimum Donation Amount', typed: '-1', words: THRESHOLD },
          { field: 'maxWinners', label: 'Max Winners', typed: '0', sent: 0, words: WINNERS },
          {
            field: 'prizeTypes.0',
            label: 'Prize types',
            typed: long(100),
            words: tooLong(100),
            sentWith: { prizeTypes: [''] },
          },
          { field: 'prizeDetails', label: 'Prize details', typed: long(2000), words: tooLong(2000) },
          { field: 'qualificationCriteria', label: 'Who qualifies', typed: long(2000), words: tooLong(2000) },
          {
            field: 'tieredRewards.0.threshold',
            label: 'From, tier 1',
            typed: '-5',
            words: THRESHOLD,
            sentWith: { tieredRewards: [{ threshold: '5', prize: 'Cap' }] },
          },
          {
            field: 'tieredRewards.0.prize',
            label: 'Prize, tier 1',
            typed: '',
            words: 'Prize is required',
            sentWith: { tieredRewards: [{ threshold: '5', prize: '' }] },
          },
        ],
      },
      {
        before: { Type: 'Sponsorship' },
        wrong: [
          {
            field: 'sponsorshipsAvailable',
            label: 'Sponsorships Available',
            typed: '0',
            sent: 0,
            words: 'At least 1 sponsorship must be available',
            sentWith: { type: 'sponsorship' },
          },
        ],
      },
      {
        before: {
          Type: 'Milestone Maker',
          'Reward Title': 'Ball',
          Description: 'Signed.',
          'Per-Statistic Amount': '2',
          'Max Winners': '3',
          'Prize types': 'Ball',
          'Prize details': '',
          'Who qualifies': '',
          'Prizes in tiers': 'off',
        },
        wrong: [
          {
            field: 'statisticId',
            label: 'Statistic',
            sent: null,
            sentWith: { type: 'milestone_maker' },
            words: 'Choose the statistic that this reward counts',
          },
        ],
      },
    ],
  },
  event: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/events',
    as: 'representative',
    good: { name: 'vs. Cove', eventType: 'game', startTime: at(5), endTime: at(6) },
    rounds: [
      {
        wrong: [
          { field: 'name', label: 'Event Name', typed: '', words: 'Event name is required' },
          { field: 'eventType', label: 'Type', sent: '', words: 'Please select an event type' },
          {
            field: 'startTime',
            label: 'Day',
            group: 'Start',
            typed: '',
            sent: '',
            words: 'Start time is required',
          },
        ],
      },
      {
        before: { Type: 'Game' },
        wrong: [
          { field: 'name', label: 'Event Name', typed: long(200), words: tooLong(200) },
          {
            field: 'startTime',
            label: 'Day',
            group: 'Start',
            typed: 'soon',
            sent: 'soonT',
            words: 'Start time is required',
          },
          {
            field: 'endTime',
            label: 'Day',
            group: 'End',
            typed: 'later',
            sent: 'laterT',
            words: 'End time is not a date and time',
          },
          { field: 'opponent', label: 'Opponent', typed: long(200), words: tooLong(200) },
          { field: 'location', label: 'Location', typed: long(200), words: tooLong(200) },
          { field: 'description', label: 'Description', typed: long(2000), words: tooLong(2000) },
        ],
      },
      {
        before: {
          'Event Name': 'vs. Cove',
          Opponent: 'Cove',
          Location: '',
          Description: '',
          'Start › Time': '18:30',
          'End › Day': typedDay(-3),
          'End › Time': '18:00',
        },
        wrong: [
          {
            field: 'startTime',
            label: 'Day',
            group: 'Start',
            typed: typedDay(-3),
            sent: at(-3),
            words: 'Start time cannot be before today',
          },
        ],
      },
      {
        before: { 'Start › Day': typedDay(5), 'End › Time': '18:30' },
        wrong: [
          {
            field: 'endTime',
            label: 'Day',
            group: 'End',
            typed: typedDay(4),
            sent: at(4),
            words: 'End time cannot be before the start time',
          },
        ],
      },
    ],
  },
  campaign: {
    method: 'PUT',
    path: '/api/campaigns/{campaign}',
    as: 'representative',
    good: {
      name: 'Fall',
      aboutThisCampaign: 'Lights.',
      goal: '500',
      startDate: day(-3),
      endDate: day(30),
      status: 'active',
    },
    rounds: [
      {
        wrong: [
          { field: 'name', label: 'Campaign Name', typed: '', words: 'Campaign name is required' },
          {
            field: 'aboutThisCampaign',
            label: 'Description',
            typed: ' ',
            words: 'Campaign description is required',
          },
          { field: 'goal', label: 'Goal', typed: '0.99', words: 'Goal must be greater than 0' },
          { field: 'startDate', label: 'Start Date', typed: 'soon', words: 'Start date is required' },
          { field: 'endDate', label: 'End Date', typed: '', words: 'End date is required' },
          { field: 'status', sent: 'open', because: CHOICES, words: 'Choose one of the five statuses' },
        ],
      },
      {
        wrong: [
          { field: 'name', label: 'Campaign Name', typed: long(200), words: tooLong(200) },
          { field: 'aboutThisCampaign', label: 'Description', typed: long(5000), words: tooLong(5000) },
          {
            field: 'howThisCampaignHelps',
            label: 'How This Campaign Helps',
            typed: long(5000),
            words: tooLong(5000),
          },
          {
            field: 'goal',
            label: 'Goal',
            typed: '100000000.01',
            words: 'Goal must be at most $100,000,000',
          },
        ],
      },
      {
        before: {
          'Campaign Name': 'Fall',
          Description: 'Lights.',
          'How This Campaign Helps': '',
          Goal: '500',
          'Start Date': typedDay(5),
        },
        wrong: [
          {
            field: 'endDate',
            label: 'End Date',
            typed: typedDay(4),
            sent: day(4),
            sentWith: { startDate: day(5) },
            words: 'End date must be on or after the start date',
          },
        ],
      },
    ],
  },
  copy: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/copies',
    good: { name: 'Next Fall', goal: '500', startDate: day(300), endDate: day(330), scheduleWeeks: 52 },
    rounds: [
      {
        wrong: [
          { field: 'name', label: 'Campaign Name', typed: '', words: 'Campaign name is required' },
          { field: 'goal', label: 'Goal Amount', typed: '0', words: 'Goal amount must be greater than 0' },
          { field: 'startDate', label: 'Start Date', typed: '', words: 'Start date is required' },
          { field: 'endDate', label: 'End Date', typed: 'then', words: 'End date is required' },
          {
            field: 'scheduleWeeks',
            label: 'Weeks later',
            typed: '1.5',
            sent: 1.5,
            words: 'Enter whole weeks, at most ten years',
          },
        ],
      },
      {
        before: {
          'Campaign Name': 'Next Fall',
          'Goal Amount': '500',
          'Weeks later': '52',
          'Start Date': typedDay(300),
        },
        wrong: [
          {
            field: 'endDate',
            label: 'End Date',
            typed: typedDay(299),
            sent: day(299),
            words: 'End date must be on or after the start date',
          },
        ],
      },
    ],
  },
})
