import { Button, Group, Modal, Paper, SimpleGrid, Stack, Table, Text, Textarea, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Post, QueuedReview } from '@plaza/client/marketplace'
import {
  getPostReviewsInfiniteOptions,
  getPostReviewsQueryKey,
  reviewPostMutation,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'
import { texts as reasons } from '../../../texts/moderation.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Failure } from '../../../ui/failure.ts'
import { ago, list, money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { byCursor, rowsOf } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { Empty, Failed, FormFailure, More, messageOf, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { type CategoryNode, useCategoryTree } from '../categories/category-tree.ts'
import classes from './reviews.module.css'

const words = texts.reviews

/** What waits for a moderator's look before others see it, the longest first. */
export function Reviews() {
  const queue = useInfiniteQuery({ ...getPostReviewsInfiniteOptions(), ...byCursor })
  const reviews = rowsOf(queue.data)
  return (
    <>
      <PageTitle mb="xs">{words.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="lg">
        {words.hint}
      </Text>
      {queue.isPending && <Waiting />}
      {queue.isError && reviews.length === 0 && <Failed error={queue.error} retry={() => queue.refetch()} />}
      {queue.isSuccess && reviews.length === 0 && <Empty title={words.empty} hint={words.emptyHint} />}
      <ul className={classes.list}>
        {reviews.map((review) => (
          <li key={review.post._id}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      <More query={queue} />
    </>
  )
}

function Review({ review }: { review: QueuedReview }) {
  const { post, change, submitted_at } = review
  return (
    <Paper withBorder p="lg" component="article" aria-labelledby={`title-${post._id}`}>
      <Text c="var(--ink-soft)" size="sm">
        {words.waits(change ? words.isChange : words.isListing, ago(submitted_at))}
      </Text>
      <Title order={2} size="h3" id={`title-${post._id}`}>
        <TextLink
          to="/listings/$postId"
          params={{ postId: post._id }}
          dir="auto"
          display="inline-block"
          py={8}
          inherit
        >
          {post.title}
        </TextLink>
      </Title>
      <TextLink
        to="/people/$userId"
        params={{ userId: post.seller._id }}
        dir="auto"
        display="inline-block"
        py="xs"
      >
        {post.seller.name}
      </TextLink>
      <Text mb="md">
        {words.reasons}: {list(review.reasons.map((reason) => reasons[reason] ?? reason))}.
      </Text>
      {change ? <Changes review={review} /> : <Content post={post} />}
      <Decision post={post} />
    </Paper>
  )
}

const Content = ({ post }: { post: Post }) => (
  <Stack gap="sm">
    <Text fw={600}>{money(post.price, post.currency)}</Text>
    <Text dir="auto" className={classes.text}>
      {post.description}
    </Text>
    <Pictures urls={post.media.photoUrl} alt={post.title} />
  </Stack>
)

const Pictures = ({ urls, alt }: { urls: readonly string[]; alt: string }) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
    {urls.map((url) => (
      <Picture key={url} url={url} alt={alt} sizes="160px" />
    ))}
  </SimpleGrid>
)

/** What would differ, field by field. */
function Changes({ review: { post, change } }: { review: QueuedReview }) {
  const { data: tree } = useCategoryTree()
  const then = change ?? {}
  const price = then.price ?? post.price
  const currency = then.currency ?? post.currency
  const nameOf = (id: string | null | undefined) => (id ? (find(tree?.data ?? [], id)?.name ?? id) : '')
  const yesOrNo = (value: boolean) => (value ? words.yes : words.no)
  const names = words.fields
  const rows = [
    { name: names.title, before: post.title, after: then.title },
    { name: names.price, before: money(post.price, post.currency), after: money(price, currency) },
    {
      name: names.category,
      before: [post.category._id, post.sub_category?._id].map(nameOf).filter(Boolean).join(' › '),
      after:
        then.category_id && [then.category_id, then.sub_category_id].map(nameOf).filter(Boolean).join(' › '),
    },
    { name: names.condition, before: post.condition ?? '', after: then.condition },
    { name: names.description, before: post.description, after: then.description },
    { name: names.place, before: post.address.place, after: then.address?.place },
    { name: names.quantity, before: String(post.quantity), after: then.quantity && String(then.quantity) },
    {
      name: names.details,
      before: detailsOf(post.attributes),
      after: then.attributes && detailsOf(then.attributes),
    },
    { name: names.delivery, before: post.delivery ?? '', after: then.delivery },
    {
      name: names.offers,
      before: yesOrNo(post.allow_offers),
      after: then.allow_offers === undefined ? undefined : yesOrNo(then.allow_offers),
    },
  ].filter(({ before, after }) => after !== undefined && (after ?? '') !== before)
  const photos = then.media?.photoUrl
  return (
    <section aria-label={words.changes(post.title)}>
      <Table className={classes.changes} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {[words.field, words.before, words.after].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td dir="auto" className={classes.text}>
                {before}
              </Table.Td>
              <Table.Td dir="auto" className={classes.text}>
                {after}
              </Table.Td>
            </Table.Tr>
          ))}
          {photos && photos.join() !== post.media.photoUrl.join() && (
            <Table.Tr>
              <Table.Th scope="row">{names.photos}</Table.Th>
              <Table.Td>
                <Pictures urls={post.media.photoUrl} alt={words.before} />
              </Table.Td>
              <Table.Td>
                <Pictures urls={photos} alt={words.after} />
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const detailsOf = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(', ')

const find = (nodes: readonly CategoryNode[], id: string): CategoryNode | undefined => {
  for (const node of nodes) {
    const found = node._id === id ? node : find(node.sub_categories ?? [], id)
    if (found) return found
  }
  return undefined
}

const decisionOn = (post: Post) => reviewPostMutation({ headers: { 'If-Match': `"${post.__v}"` } })

/** What follows a decision. */
function useDecided() {
  const queryClient = useQueryClient()
  return {
    decided: (message: string) => () => {
      say(message)
      return queryClient.invalidateQueries()
    },
    /** Says when somebody else was first. @returns whether that was so. */
    isGone: (error: unknown): boolean => {
      if (!(error instanceof Failure) || ![404, 412].includes(error.status)) return false
      void queryClient.invalidateQueries({ queryKey: getPostReviewsQueryKey() })
      say(words.gone, 'bad')
      return true
    },
  }
}

function Decision({ post }: { post: Post }) {
  const [isDeclining, declining] = useDisclosure(false)
  const { decided, isGone } = useDecided()
  const { mutate, isPending } = useMutation({
    ...decisionOn(post),
    onSuccess: decided(words.accepted),
    onError: (error) => isGone(error) || say(messageOf(error), 'bad'),
  })
  return (
    <Group mt="md">
      <Button
        aria-label={words.acceptOf(post.title)}
        loading={isPending}
        onClick={() => mutate({ path: { post_id: post._id }, body: { decision: 'accept' } })}
      >
        {words.accept}
      </Button>
      <Button
        variant="default"
        aria-label={words.declineOf(post.title)}
        disabled={isPending}
        onClick={declining.open}
      >
        {words.decline}
      </Button>
      <Decline post={post} isOpen={isDeclining} onClose={declining.close} />
    </Group>
  )
}

function Decline({ post, isOpen, onClose }: { post: Post; isOpen: boolean; onClose: () => void }) {
  const { decided, isGone } = useDecided()
  const form = useServerForm({
    initialValues: { message: '' },
    mutation: decisionOn(post),
    request: ({ message }) => ({
      path: { post_id: post._id },
      body: { decision: 'decline' as const, message },
    }),
    onSuccess: decided(words.declined),
    onRefused: isGone,
  })
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.declineOf(post.title)}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.failure} />
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={1000}
            label={words.message}
            description={words.messageHint}
            {...form.getInputProps('message')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" color="red" loading={form.isSending}>
              {words.decline}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
