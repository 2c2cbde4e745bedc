import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/public/landing.tsx'),
  route('home', 'pages/dashboard/home.tsx'),
  route('campaigns', 'pages/public/discovery.tsx'),
  route('campaigns/:id', 'pages/public/campaign.tsx'),
  route('campaigns/:id/join', 'pages/public/join.tsx'),
  route('sign-in', 'pages/public/sign-in.tsx'),
  route('sign-up', 'pages/public/sign-up.tsx'),
  route('pledges', 'pages/pledge/pledges.tsx'),
  route('pledges/:id', 'pages/pledge/pledge.tsx'),
  route('dashboard', 'pages/dashboard/dashboard.tsx'),
  route('dashboard/campaigns/:id', 'pages/manage/manage.tsx'),
  route('dev/mail', 'pages/public/mailbox.tsx'),
  route('*', 'pages/public/not-found.tsx'),
] satisfies RouteConfig
