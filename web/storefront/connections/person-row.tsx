import { Skeleton } from '@mantine/core'
import type { PublicUser } from '@plaza/client/marketplace'
import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as posts } from '../../texts/posts.ts'
import { month } from '../../ui/dates.ts'
import { Face } from '../accounts/face.tsx'
import classes from './people.module.css'

interface PersonRowProps {
  person: PublicUser
  /** Instead of since when they are a member. */
  about?: ReactNode
  /** They cannot be looked at. */
  isHidden?: boolean
  /** What can be done about them. */
  children?: ReactNode
}

/** One person in a list, with the way to their page. */
export function PersonRow({ person, about, isHidden = false, children }: PersonRowProps) {
  const content = (
    <>
      <Face url={person.profile_photo_url} name={person.name} size={48} />
      <span className={classes.words}>
        <strong className={classes.name}>
          <bdi>{person.name}</bdi>
          {person.badges.includes('verified') && (
            <IconRosetteDiscountCheckFilled role="img" aria-label={posts.listing.verified} size={18} />
          )}
        </strong>
        <span className={classes.soft}>{about ?? posts.listing.memberSince(month(person.member_since))}</span>
      </span>
    </>
  )
  return (
    <li className={classes.row}>
      {isHidden ? (
        <span className={classes.person}>{content}</span>
      ) : (
        <Link to="/sellers/$sellerId" params={{ sellerId: person._id }} className={classes.person}>
          {content}
        </Link>
      )}
      {children}
    </li>
  )
}

export const PeopleSkeleton = () =>
  [1, 2, 3, 4, 5].map((key) => <Skeleton key={key} component="li" height={52} my={12} radius="md" />)
