import {
  IconAdjustments,
  IconBellRinging,
  IconBug,
  IconCar,
  IconCategory,
  IconGavel,
  IconInbox,
  IconLayoutDashboard,
  IconLeaf,
  IconListCheck,
  IconMail,
  IconMailbox,
  IconMessage,
  IconSend,
  IconShieldCheck,
  IconSpeakerphone,
  IconTag,
  IconUserPlus,
  IconUsers,
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
    name: nav.wellness,
    links: [
      { to: '/catalogue', name: nav.catalogue, Icon: IconLeaf },
      { to: '/questionnaires', name: nav.questionnaires, Icon: IconListCheck },
      { to: '/campaigns', name: nav.campaigns, Icon: IconSend },
      { to: '/referrals', name: nav.referrals, Icon: IconUserPlus },
    ],
  },
  { name: nav.development, links: [{ to: '/outbox', name: nav.outbox, Icon: IconMail }] },
] as const

/** The pages that may be shown to whom; who is not known to be an administrator yet sees all. */
export const sectionsFor = (isAdministrator: boolean | undefined) =>
  sections.map(({ name, links }) => ({
    name,
    links: links.filter((link) => isAdministrator !== false || !('isForAdministrators' in link)),
  }))
