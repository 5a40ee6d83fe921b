import { Alert } from '@mantine/core'
import { verifyInviteLinkOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/accounts.ts'
import { Failure } from '../../ui/failure.ts'
import { TextLink } from '../../ui/links.tsx'
import { dataOf } from '../../ui/queries.ts'
import { Face } from './face.tsx'
import classes from './invitation.module.css'

/** What the server says of an invitation; without one nothing is asked. */
export const useInvitation = (code: string | undefined) =>
  useQuery({
    ...verifyInviteLinkOptions({ query: { code: code ?? '' } }),
    enabled: code !== undefined,
    select: dataOf,
    retry: false,
  })

/** The server said no to it. What it has not said yet, or could not be asked, it says to the new account. */
export const isRefused = ({ error }: { error: unknown }): boolean => error instanceof Failure && error.isFinal

/** Who invites, or why their invitation does not work; an account can be opened without it. */
export function Invitation({ code, next }: { code: string; next: string | undefined }) {
  const invitation = useInvitation(code)
  const { data, error } = invitation
  if (data && !isRefused(invitation))
    return (
      <p className={classes.invitation}>
        <Face url={data.inviter.photo} name={data.inviter.name} size={48} />
        <span>
          {texts.invitation.from} <bdi className={classes.name}>{data.inviter.name}</bdi>
        </span>
      </p>
    )
  if (!error) return null
  return (
    <Alert color="yellow">
      {error.message}{' '}
      <TextLink to="/sign-up" search={next === undefined ? {} : { next }} underline="always">
        {texts.invitation.without}
      </TextLink>
    </Alert>
  )
}
