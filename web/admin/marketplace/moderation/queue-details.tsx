import { Title } from '@mantine/core'
import type { QueueItem } from '@plaza/client/marketplace'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { ago } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../../ui/links.tsx'
import { Facts } from '../../facts.tsx'
import { PrivatePictures } from '../../private-pictures.tsx'
import { State } from '../../state.tsx'
import { AppealForm } from './appeal-form.tsx'
import { ConfirmBar } from './confirm-bar.tsx'
import { DecideBar } from './decide-form.tsx'
import classes from './queue.module.css'
import { aboutOf, type OnDecided } from './queue-item.ts'
import { Resubmission } from './resubmission.tsx'

type Case = NonNullable<QueueItem['case']>
type Report = Case['reports'][number]

interface QueueDetailsProps {
  item: QueueItem
  onDecided: OnDecided
}

/** Everything that a decision needs: what was said, with the evidence beside it, and who it is about. */
export function QueueDetails({ item, onDecided }: QueueDetailsProps) {
  const { kind, case: reported, decision, review, since } = item
  return (
    <article className={classes.details} aria-labelledby={`item-${item._id}`}>
      <header>
        <p className={classes.soft}>{texts.since(texts.of[kind] ?? kind, ago(since))}</p>
        <Title order={2} size="h3" id={`item-${item._id}`} dir="auto">
          {reported?.model === 'post' ? (
            <TextLink to="/listings/$postId" params={{ postId: reported.target_id }} c="inherit" inherit>
              {aboutOf(item)}
            </TextLink>
          ) : (
            aboutOf(item)
          )}
        </Title>
        {reported && (
          <div className={classes.states}>
            <State>{texts.models[reported.model] ?? reported.model}</State>
            <State>{texts.reports(reported.report_count)}</State>
            {reported.is_urgent && <State tone="bad">{texts.urgent}</State>}
            {reported.has_hidden && <State tone="warn">{texts.hidden}</State>}
          </div>
        )}
      </header>
      {review && (
        <ButtonLink to="/reviews" search={{ post: review.post._id }} style={{ justifySelf: 'start' }}>
          {texts.review}
        </ButtonLink>
      )}
      {decision && <Made decision={decision} />}
      {kind === 'appeal' && decision && <AppealForm decisionId={decision._id} onDecided={onDecided} />}
      {decision && item.now && (
        <Resubmission decisionId={decision._id} now={item.now} onDecided={onDecided} />
      )}
      {kind === 'confirmation' && decision && <ConfirmBar decisionId={decision._id} onDecided={onDecided} />}
      {kind === 'report' && reported && <DecideBar reported={reported} onDecided={onDecided} />}
      {reported && <Frozen reported={reported} />}
      {reported && <Reports reports={reported.reports} />}
      <Subject item={item} />
    </article>
  )
}

function Made({ decision }: { decision: NonNullable<QueueItem['decision']> }) {
  return (
    <>
      <Facts
        facts={[
          [texts.action, texts.actions[decision.action] ?? decision.action],
          [texts.rule, decision.rule],
          [texts.facts, decision.facts],
          [texts.statement, decision.statement],
        ]}
      />
      {decision.appeal && (
        <section className={classes.frozen} aria-labelledby="appeal-text">
          <Title order={3} size="h5" id="appeal-text">
            {texts.appealText}
          </Title>
          <p className={classes.text} dir="auto">
            {decision.appeal.text}
          </p>
        </section>
      )}
    </>
  )
}

/** What stood there, whatever became of it. */
function Frozen({ reported }: { reported: Case }) {
  const [report] = reported.reports
  if (!report) return null
  const { title, text, price, currency, pictures, messages } = report.frozen
  return (
    <section className={classes.frozen} aria-labelledby="frozen">
      <Title order={3} size="h5" id="frozen">
        {texts.frozen}
      </Title>
      {title && <strong dir="auto">{title}</strong>}
      {price !== null && currency && <span data-figures>{money(price, currency)}</span>}
      {text && (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      )}
      <PrivatePictures pictures={pictures} />
      {messages.length > 0 && (
        <ul className={classes.list} aria-label={texts.messages}>
          {messages.map((message) => (
            <li
              key={message._id}
              className={classes.message}
              data-is-subject={message.sender_id === reported.subject._id}
            >
              <span dir="auto">{message.text}</span>
              <PrivatePictures pictures={message.pictures} />
              <span className={classes.soft}>{ago(message.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Reports = ({ reports }: { reports: readonly Report[] }) => (
  <section aria-labelledby="reports">
    <Title order={3} size="h5" id="reports">
      {texts.reportsTitle}
    </Title>
    <ul className={classes.list}>
      {reports.map((report) => (
        <li key={report._id}>
          <strong>{texts.reasons[report.reason] ?? report.reason}</strong>
          {report.details && (
            <p className={classes.text} dir="auto">
              {report.details}
            </p>
          )}
          <PrivatePictures pictures={report.evidence} />
          <span className={classes.soft}>
            {texts.since(
              texts.reporter(report.reporter.name, report.reporter.trust_level),
              ago(report.createdAt),
            )}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** Behind signed addresses, which hold for ten minutes. */
function Subject({ item: { case: reported, decision, record } }: { item: QueueItem }) {
  const person = reported?.subject ?? decision?.subject
  if (!person) return null
  return (
    <section aria-labelledby="subject">
      <Title order={3} size="h5" id="subject">
        {texts.person}
      </Title>
      <TextLink to="/people/$userId" params={{ userId: person._id }} dir="auto">
        {person.name}
      </TextLink>
      {person.status === 'suspended' && <State tone="bad">{texts.suspended}</State>}
      <Facts
        facts={[
          [texts.trust, person.trust_level],
          ...(record
            ? (['active', 'sold', 'rejected', 'hidden', 'violations'] as const).map(
                (name) => [texts.record[name], record[name]] as const,
              )
            : []),
        ]}
      />
    </section>
  )
}
