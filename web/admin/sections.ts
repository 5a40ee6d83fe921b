import {
  IconAddressBook,
  IconAdjustments,
  IconBellRinging,
  IconBug,
  IconBuildingBank,
  IconCar,
  IconCategory,
  IconChartBar,
  IconCreditCard,
  IconGavel,
  IconHourglass,
  IconInbox,
  IconLayoutDashboard,
  IconLeaf,
  IconListCheck,
  IconMail,
  IconMailbox,
  IconMessage,
  IconMessageCircle,
  IconMessageExclamation,
  IconReceiptRefund,
  IconRocket,
  IconScale,
  IconSend,
  IconShieldCheck,
  IconShoppingBag,
  IconSpeakerphone,
  IconStars,
  IconTag,
  IconTarget,
  IconUserPlus,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { texts } from '../texts/admin.ts'

const { nav } = texts

/** The pages of the console, in their groups. */
export const sections = [
  { name: undefined, links: [{ to: '/', name: nav.overview, Icon: IconLayoutDashboard }] },
  {
    name: nav.marketplace,
    links: [
      { to: '/queue', name: nav.queue, Icon: IconInbox },
      { to: '/reviews', name: nav.reviews, Icon: IconShieldCheck },
      { to: '/listings', name: nav.listings, Icon: IconTag },
      { to: '/people', name: nav.people, Icon: IconUsers },
      { to: '/accounts', name: nav.accounts, Icon: IconAddressBook, isForAdministrators: true },
      { to: '/figures', name: nav.figures, Icon: IconChartBar, isForAdministrators: true },
      { to: '/decisions', name: nav.decisions, Icon: IconGavel },
      { to: '/categories', name: nav.categories, Icon: IconCategory },
      { to: '/models', name: nav.models, Icon: IconCar, isForAdministrators: true },
      { to: '/broadcast', name: nav.broadcast, Icon: IconSpeakerphone, isForAdministrators: true },
      { to: '/alerts', name: nav.alerts, Icon: IconBellRinging, isForAdministrators: true },
      { to: '/feedback', name: nav.feedback, Icon: IconMessage, isForAdministrators: true },
      { to: '/mailing-lists', name: nav.mailingLists, Icon: IconMailbox, isForAdministrators: true },
      { to: '/errors', name: nav.errors, Icon: IconBug, isForAdministrators: true },
      { to: '/settings', name: nav.settings, Icon: IconAdjustments, isForAdministrators: true },
    ],
  },
  {
    name: nav.money,
    links: [
      { to: '/orders', name: nav.orders, Icon: IconShoppingBag, isForAdministrators: true },
      { to: '/disputes', name: nav.disputes, Icon: IconMessageExclamation, isForAdministrators: true },
      { to: '/bank-disputes', name: nav.bankDisputes, Icon: IconGavel, isForAdministrators: true },
      { to: '/payments', name: nav.payments, Icon: IconCreditCard, isForAdministrators: true },
      { to: '/refunds', name: nav.refunds, Icon: IconReceiptRefund, isForAdministrators: true },
      { to: '/payouts', name: nav.payouts, Icon: IconBuildingBank, isForAdministrators: true },
      { to: '/webhooks', name: nav.webhooks, Icon: IconWebhook, isForAdministrators: true },
      { to: '/packages', name: nav.packages, Icon: IconRocket, isForAdministrators: true },
      { to: '/plans', name: nav.plans, Icon: IconStars, isForAdministrators: true },
      { to: '/ended-trials', name: nav.endedTrials, Icon: IconHourglass, isForAdministrators: true },
      { to: '/ledger', name: nav.ledger, Icon: IconScale, isForAdministrators: true },
    ],
  },
  {
    name: nav.wellness,
    links: [
      { to: '/catalogue', name: nav.catalogue, Icon: IconLeaf },
      { to: '/questionnaires', name: nav.questionnaires, Icon: IconListCheck },
      { to: '/campaigns', name: nav.campaigns, Icon: IconSend },
      { to: '/referrals', name: nav.referrals, Icon: IconUserPlus },
      { to: '/goals', name: nav.goals, Icon: IconTarget },
      { to: '/coach', name: nav.coach, Icon: IconMessageCircle },
    ],
  },
  { name: nav.development, links: [{ to: '/outbox', name: nav.outbox, Icon: IconMail }] },
] as const

/** The pages that may be shown to whom; who is not known to be an administrator yet sees all. */
export const sectionsFor = (isAdministrator: boolean | undefined) =>
  sections
    .map(({ name, links }) => ({
      name,
      links: links.filter((link) => isAdministrator !== false || !('isForAdministrators' in link)),
    }))
    .filter(({ links }) => links.length > 0)
