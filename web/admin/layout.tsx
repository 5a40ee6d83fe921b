import { Box, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { usePersonId } from '../ui/session.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import classes from './layout.module.css'
import { session as marketplaceSession } from './marketplace/session.ts'
import { session as wellnessSession } from './wellness/session.ts'

const { nav } = texts
const sections = [
  {
    name: nav.marketplace,
    links: [
      { to: '/categories', name: nav.categories },
      { to: '/listings', name: nav.listings },
      { to: '/reviews', name: nav.reviews },
      { to: '/people', name: nav.people },
      { to: '/broadcast', name: nav.broadcast },
    ],
  },
  {
    name: nav.wellness,
    links: [
      { to: '/catalogue', name: nav.catalogue },
      { to: '/campaigns', name: nav.campaigns },
    ],
  },
  { name: nav.development, links: [{ to: '/outbox', name: nav.outbox }] },
] as const

/** The frame of the console: its parts at the side, behind a button on a phone. */
export function Layout() {
  const [isOpen, menu] = useDisclosure(false)
  const isSignedIn = [usePersonId(marketplaceSession), usePersonId(wellnessSession)].some(Boolean)
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
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={menu.toggle}
        >
          {nav.open}
        </Button>
      </header>
      <nav id="menu" className={classes.nav} data-open={isOpen || undefined} aria-label={nav.label}>
        {isSignedIn &&
          sections.map(({ name, links }) => (
            <div key={name}>
              <p className={classes.section}>{name}</p>
              <ul className={classes.links}>
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to} className={classes.link} onClick={menu.close}>
                      {link.name}
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
    </div>
  )
}
