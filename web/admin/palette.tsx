import { TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { texts } from '../texts/admin.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Key } from './key.tsx'
import { useIsAdministrator, useIsStaff } from './marketplace/accounts/own-role.ts'
import { useMarketplaceFinds } from './marketplace/finds.tsx'
import classes from './palette.module.css'
import type { Find, Finds, Goal } from './palette-finds.ts'
import { sectionsFor } from './sections.ts'
import { useWritesContent } from './wellness/admins/own-role.ts'
import { useWellnessFinds } from './wellness/finds.tsx'

const t = texts.palette
const debounceMs = 150

/** The pages and what can be begun, by words that their names hold. */
function usePages(typed: string): Finds['groups'] {
  const sections = sectionsFor(useIsAdministrator())
  const writesContent = useWritesContent()
  const pages = sections.flatMap(({ name: product, links }) =>
    links.map(
      ({ to, name, Icon }): Find => ({
        key: to,
        name,
        hint: product,
        picture: <Icon size={18} stroke={1.6} aria-hidden />,
        goal: { to },
      }),
    ),
  )
  const actions: Find[] = writesContent
    ? [{ key: 'new-campaign', name: t.newCampaign, goal: { to: '/campaigns/new' } }]
    : []
  const holds = ({ name }: Find) => name.toLowerCase().includes(typed.toLowerCase())
  return [
    { name: t.pages, finds: pages.filter(holds) },
    { name: t.actions, finds: actions.filter(holds) },
  ]
}

/** Goes to any page, and finds people, listings and what else the servers' lists can search; all by keyboard. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [present, setPresent] = useState<string>()
  const words = typed.trim()
  const [asked] = useDebouncedValue(words, debounceMs)
  const inMarketplace = useMarketplaceFinds(useIsStaff() ? asked : '')
  const inWellness = useWellnessFinds(asked)
  const isBusy = words !== asked || inMarketplace.isBusy || inWellness.isBusy
  // What other words found is not what Enter is to open.
  const found = words === asked ? [...inMarketplace.groups, ...inWellness.groups] : []
  const groups = [...usePages(words), ...found].filter(({ finds }) => finds.length > 0)
  const finds = groups.flatMap((group) =>
    group.finds.map((find) => ({ ...find, id: idOf(id, group.name, find) })),
  )
  const chosen = finds.find((find) => find.id === present) ?? finds[0]
  // It stays the chosen one when others come before it.
  if (chosen && chosen.id !== present) setPresent(chosen.id)
  const go = (goal: Goal) => {
    onClose()
    void navigate(goal)
  }
  const step = (by: number) => {
    const index = finds.findIndex((find) => find.id === chosen?.id)
    const next = finds[(index + by + finds.length) % finds.length]
    if (!next) return
    setPresent(next.id)
    document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || finds.length === 0) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen) go(chosen.goal)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      onClose={onClose}
      title={<VisuallyHidden>{t.label}</VisuallyHidden>}
      withCloseButton={false}
      yOffset="12vh"
      centered={false}
      size="40rem"
      padding={0}
      classNames={{ header: classes.header ?? '' }}
    >
      <TextInput
        data-autofocus
        className={classes.field}
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-label={t.label}
        aria-expanded={finds.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(chosen ? { 'aria-activedescendant': chosen.id } : {})}
        placeholder={t.hint}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setPresent(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.list} id={`${id}-list`} role="listbox" aria-label={t.results}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={classes.group} aria-hidden>
              {group.name}
            </div>
            {group.finds.map((find) => {
              const optionId = idOf(id, group.name, find)
              return (
                // The field keeps the focus and hears the keys.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={find.key}
                  id={optionId}
                  role="option"
                  aria-selected={optionId === chosen?.id}
                  className={classes.option}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => go(find.goal)}
                >
                  <span className={classes.picture}>{find.picture}</span>
                  <span className={classes.name} dir="auto">
                    {find.name}
                  </span>
                  {find.hint && <span className={classes.hint}>{find.hint}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={classes.foot}>
        <span role="status">
          {!isBusy && words !== '' && (finds.length === 0 ? t.empty(words) : t.found(finds.length))}
          {(inMarketplace.hasFailed || inWellness.hasFailed) && ` ${t.failed}`}
        </span>
        <span className={classes.keys} aria-hidden>
          <Key>↑</Key> <Key>↓</Key> {t.keys.choose} <Key>↵</Key> {t.keys.open} <Key>esc</Key> {t.keys.close}
        </span>
      </p>
    </Dialog>
  )
}

const idOf = (id: string, group: string, { key }: Find) => `${id}-${group}-${key}`.replaceAll(' ', '-')
