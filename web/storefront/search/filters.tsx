import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { PostFacets } from '@plaza/client/marketplace'
import { IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { distance, number } from '../../ui/formats.ts'
import { usePersonId } from '../../ui/session.ts'
import { useAttributes, useCategoryNames } from '../categories/categories.ts'
import { session } from '../session.ts'
import { AttributeFilters } from './attribute-filters.tsx'
import { PlaceDialog } from './lazy-place-dialog.ts'
import { type Place, placeOf, searchOf, storePlace } from './place.ts'
import { PriceRange } from './price-range.tsx'
import classes from './search.module.css'
import {
  ages,
  type Condition,
  conditionOf,
  conditions,
  conditionsOf,
  radii,
  type SearchParams,
  unfiltered,
} from './search-params.ts'

interface FiltersProps {
  search: SearchParams
  change: (changed: Partial<SearchParams>) => void
  /** Of the prices, when the search does not say one; undefined until it is known. */
  currency: string | undefined
  facets: PostFacets | undefined
}

/** Everything that narrows a search; each change counts at once. */
export function Filters({ search, change, currency, facets }: FiltersProps) {
  return (
    <>
      <Group title={texts.search.category}>
        <CategoryTree search={search} change={change} facets={facets} />
      </Group>
      <Attributes search={search} change={change} />
      <Group title={texts.search.price}>
        <PriceRange
          key={`${search.min} ${search.max}`}
          range={{ min: search.min, max: search.max, currency }}
          apply={change}
        />
      </Group>
      <Group title={texts.search.condition}>
        <Conditions search={search} change={change} facets={facets} />
      </Group>
      <Group title={texts.search.place}>
        <Around search={search} change={change} />
      </Group>
      <Group title={texts.search.posted}>
        <NativeSelect
          aria-label={texts.search.posted}
          value={String(search.within ?? '')}
          onChange={(event) => change({ within: Number(event.currentTarget.value) || undefined })}
          data={[
            { value: '', label: texts.search.anyTime },
            ...ages.map((days) => ({ value: String(days), label: texts.search.postedWithin(days) })),
          ]}
        />
      </Group>
      <Button variant="subtle" fullWidth onClick={() => change(unfiltered)}>
        {texts.search.reset}
      </Button>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend className={classes.legend}>{title}</legend>
    {children}
  </fieldset>
)

type PartProps = Pick<FiltersProps, 'search' | 'change' | 'facets'>

function CategoryTree({ search, change, facets }: PartProps) {
  const { data: categories = [] } = useCategoryNames()
  // A chosen one stands alone with what is below it; the way back to all is above.
  const shown = categories.filter(({ _id }) => search.category === undefined || search.category === _id)
  const countOf = (id: string) => facets?.category.find(({ value }) => value === id)?.count
  return (
    <ul className={classes.tree}>
      <li>
        <CategoryButton
          name={texts.search.allCategories}
          isChosen={search.category === undefined}
          choose={() => change({ category: undefined, sub: undefined, attributes: undefined })}
        />
      </li>
      {shown.map(({ _id, name, icon, sub_categories }) => (
        <li key={_id}>
          <CategoryButton
            name={name}
            icon={icon}
            count={countOf(_id)}
            isChosen={search.category === _id && search.sub === undefined}
            choose={() => change({ category: _id, sub: undefined, attributes: undefined })}
          />
          {search.category === _id && sub_categories.length > 0 && (
            <ul className={classes.tree}>
              {sub_categories.map((sub) => (
                <li key={sub._id}>
                  <CategoryButton
                    name={sub.name}
                    isChosen={search.sub === sub._id}
                    choose={() => change({ category: _id, sub: sub._id, attributes: undefined })}
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Attributes({ search, change }: Pick<FiltersProps, 'search' | 'change'>) {
  const attributes = useAttributes(search.sub ?? search.category)
  if (attributes.length === 0) return null
  return (
    <Group title={texts.search.attributes}>
      <AttributeFilters
        attributes={attributes}
        chosen={search.attributes ?? {}}
        choose={(chosen) => change({ attributes: chosen })}
      />
    </Group>
  )
}

interface CategoryButtonProps {
  name: string
  icon?: string
  count?: number | undefined
  isChosen: boolean
  choose: () => void
}

const CategoryButton = ({ name, icon, count, isChosen, choose }: CategoryButtonProps) => (
  <button type="button" className={classes.category} aria-pressed={isChosen} onClick={choose}>
    {icon && (
      <span aria-hidden className={classes.icon}>
        {icon}
      </span>
    )}
    <span>{name}</span>
    {count !== undefined && <span className={classes.count}>{number(count)}</span>}
  </button>
)

function Conditions({ search, change, facets }: PartProps) {
  const chosen = conditionsOf(search)
  const toggle = (condition: Condition) =>
    change({
      condition: conditionOf(conditions.filter((one) => (one === condition) !== chosen.includes(one))),
    })
  const countOf = (condition: string) => facets?.condition.find(({ value }) => value === condition)?.count
  return (
    <Stack gap={0}>
      {conditions.map((condition) => {
        const count = countOf(condition)
        return (
          <Checkbox
            key={condition}
            checked={chosen.includes(condition)}
            onChange={() => toggle(condition)}
            label={texts.conditions[condition] + (count === undefined ? '' : ` (${number(count)})`)}
          />
        )
      })}
    </Stack>
  )
}

function Around({ search, change }: Pick<FiltersProps, 'search' | 'change'>) {
  const isSignedIn = usePersonId(session) !== ''
  const [isPicking, setPicking] = useState(false)
  const place = placeOf(search)
  const pick = (picked: Place | undefined) => {
    setPicking(false)
    storePlace(picked)
    const { lat, lng, at } = searchOf(picked)
    const hasOrigin = picked !== undefined || isSignedIn
    change({ lat, lng, at, ...(hasOrigin ? {} : { radius: undefined }) })
  }
  const unplaced = isSignedIn ? texts.search.ownPlace : texts.search.pickPlace
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        fullWidth
        leftSection={<IconMapPin aria-hidden size={18} />}
        onClick={() => setPicking(true)}
        aria-haspopup="dialog"
      >
        {place ? place.name || texts.search.chips.place : unplaced}
      </Button>
      <NativeSelect
        label={texts.search.distance}
        disabled={!place && !isSignedIn}
        value={String(search.radius ?? '')}
        onChange={(event) => change({ radius: Number(event.currentTarget.value) || undefined })}
        data={[
          { value: '', label: texts.search.anyDistance },
          ...radii.map((radius) => ({ value: String(radius), label: texts.search.within(distance(radius)) })),
        ]}
      />
      {isPicking && (
        <PlaceDialog place={place} purpose="look" onClose={() => setPicking(false)} onPick={pick} />
      )}
    </Stack>
  )
}
