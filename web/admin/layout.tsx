import { Box, Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { number } from '../ui/formats.ts'
import { lazily } from '../ui/lazy.tsx'
import { usePersonId } from '../ui/session.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { Key } from './key.tsx'
import classes from './layout.module.css'
import { useIsAdministrator } from './marketplace/accounts/own-role.ts'
import { useModerationCounts } from './marketplace/moderation/counts.ts'
import { session as marketplaceSession } from './marketplace/session.ts'
import { sectionsFor } from './sections.ts'
import { session as wellnessSession } from './wellness/session.ts'

const { nav } = texts
const Palette = lazily(() => import('./palette.tsx'), 'Palette')
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The frame of the console: its pages at the side, behind a button on a phone; ⌘K finds everything. */
export function Layout() {
  const [isOpen, menu] = useDisclosure(false)
  const [isFinding, finding] = useDisclosure(false)
  const isAdministrator = useIsAdministrator()
  const isSignedIn = [usePersonId(marketplaceSession), usePersonId(wellnessSession)].some(Boolean)
  // Also from within a field.
  useHotkeys([['mod+K', () => isSignedIn && finding.toggle()]], [])
  return (
    <div className={classes.frame}>
      <SkipLink />
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          {texts.name}
        </Link>
        <Button
          variant="default"
          className={classes.burger}
          leftSection={<IconMenu2 size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={menu.toggle}
        >
          {nav.open}
        </Button>
      </header>
      <nav id="menu" className={classes.nav} data-open={isOpen || undefined} aria-label={nav.label}>
        {isSignedIn && (
          <UnstyledButton
            className={classes.find ?? ''}
            aria-keyshortcuts="Meta+K Control+K"
            onClick={() => {
              menu.close()
              finding.open()
            }}
          >
            <IconSearch size={16} aria-hidden />
            <span>{texts.palette.open}</span>
            <Key>{isMac ? '⌘K' : 'Ctrl K'}</Key>
          </UnstyledButton>
        )}
        {isSignedIn &&
          sectionsFor(isAdministrator).map(({ name, links }) => (
            <div key={name ?? ''}>
              {name && <p className={classes.section}>{name}</p>}
              <ul className={classes.links}>
                {links.map(({ to, name: page, Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className={classes.link}
                      activeOptions={{ exact: to === '/' }}
                      onClick={menu.close}
                    >
                      <Icon size={18} stroke={1.6} aria-hidden />
                      <span>{page}</span>
                      {to === '/reviews' && <Waiting />}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </nav>
      <Box component="main" id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </Box>
      {isFinding && <Palette onClose={finding.close} />}
    </div>
  )
}

/** How much waits for a moderator, beside the page where it does. */
function Waiting() {
  const { data } = useModerationCounts()
  if (!data) return null
  const { waiting, most } = data.data
  const count = waiting.listings + waiting.changes
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{count < most ? number(count) : texts.overview.atLeast(most)}</span>
      <VisuallyHidden>{nav.waiting(count, most)}</VisuallyHidden>
    </span>
  )
}
