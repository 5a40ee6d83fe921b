import {
  adminCreateQuestionnaire,
  adminGetQuestionnaireDetail,
  adminLogin,
  adminUpdateQuestionnaire,
  type CreateAdminQuestionnaireDto,
  createClient,
  createConfig,
} from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf, joinWellness, password } from '../../acceptance/steps.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  people,
  type Size,
  town,
  password as townPassword,
  visit,
} from './browser.ts'

closeTownAfterwards()

/** A window of somebody new, who has answered nothing yet. */
async function newcomer(size: Size, place: string) {
  const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
  await joinWellness({ baseUrl: (await town()).url }, email)
  const opened = await visit(place, { size })
  await signIn(opened.page, email)
  return { ...opened, email }
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** An administrator, as a program. */
async function editor() {
  const client = createClient(createConfig({ baseUrl: (await town()).url }))
  const body = { email: people.wellnessAdministrator, password: townPassword }
  client.setConfig({ auth: (await dataOf(adminLogin({ client, body }))).data.accessToken })
  return client
}

const asked = (page: Page, question: string) =>
  page.getByRole('heading', { level: 2, name: question }).waitFor()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const saved = (page: Page) => page.getByText(/answers? (is|are) waiting/).waitFor({ state: 'detached' })

describePages('the questions of the wellness app', () => {
  test.each<Size>(['phone', 'desktop'])(
    'scales show what answers came to over time, on a %s',
    async (size) => {
      const { page, context, complaints } = await newcomer(size, '/wellness/you')
      await page.getByRole('link', { name: 'How you have been' }).click()
      const calm = page.getByRole('region', { name: 'How calm you have been lately' })
      await calm.getByText('Not answered yet.').waitFor()
      await expectAccessible(page)
      await calm.getByRole('link', { name: 'Answer' }).click()
      for (let question = 1; question <= 7; question += 1) {
        await page.getByText(`Question ${question} of 7`).waitFor()
        await page.getByRole('radio').nth(1).check()
        await page.getByRole('button', { name: question === 7 ? 'Finish' : 'Next', exact: true }).click()
      }
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      await saved(page)
      await page.getByRole('button', { name: 'Back to today' }).click()
      await page.getByRole('link', { name: 'You', exact: true }).click()
      await page.getByRole('link', { name: 'How you have been' }).click()
      await calm.getByText(/^7 of 21/).waitFor()
      await expectAccessible(page)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'are asked one at a time, and go on elsewhere, on a %s',
    async (size) => {
      const { page, context, complaints, email } = await newcomer(size, '/wellness')
      await page.getByRole('link', { name: /A few questions to begin/ }).click()
      await asked(page, 'What brings you here?')
      await expectAccessible(page)
      await next(page)
      await page.getByText('Please choose or write an answer.').waitFor()
      await page.getByRole('checkbox', { name: 'I want to sleep better' }).check()
      // What is chosen alone takes the place of the others.
      await page.getByRole('checkbox', { name: 'I am just curious' }).check()
      expect(await page.getByRole('checkbox', { name: 'I want to sleep better' }).isChecked()).toBe(false)
      await page.getByRole('checkbox', { name: 'I want to sleep better' }).check()
      expect(await page.getByRole('checkbox', { name: 'I am just curious' }).isChecked()).toBe(false)
      await next(page)
      await asked(page, 'Taken all in all, how did you feel in the last seven days?')
      // The question is read out, and the keyboard goes on from it.
      await page.locator('h2:focus').filter({ hasText: 'Taken all in all' }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await asked(page, 'How have you slept in the last two weeks?')
      await expectAccessible(page)
      await page.getByRole('radio', { name: 'Badly', exact: true }).check()
      await next(page)
      await asked(page, 'What keeps you awake?')
      await page.getByRole('button', { name: 'Back' }).click()
      await asked(page, 'How have you slept in the last two weeks?')
      await page.getByRole('radio', { name: 'Very well' }).check()
      await next(page)
      await asked(page, 'How often does everything get too much for you?')
      await saved(page)

      const elsewhere = await visit('/wellness/questionnaires/onboarding', { size: 'desktop' })
      await signIn(elsewhere.page, email)
      await asked(elsewhere.page, 'How often does everything get too much for you?')
      await elsewhere.context.close()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'show at once who helps, and what they come to, on a %s',
    async (size) => {
      const { page, context, complaints } = await newcomer(size, '/wellness/questionnaires/phq-9')
      for (let item = 1; item < 9; item += 1) {
        await page.getByText(`Question ${item} of 9`).first().waitFor()
        await page.getByRole('radio', { name: 'Several days' }).check()
        await next(page)
      }
      await asked(page, 'Thoughts that you would be better off dead or of hurting yourself in some way')
      await page.getByRole('radio', { name: 'Several days' }).check()
      await page.getByRole('button', { name: 'Finish' }).click()
      await page.getByRole('alert').getByText('You do not have to go through this alone').first().waitFor()
      await page.getByText('9 of 27: mild').waitFor()
      await page.getByText('this is not a diagnosis').waitFor()
      await expectAccessible(page)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('keep what was answered without a connection, and send it once there is one', async () => {
    const { page, context } = await newcomer('phone', '/wellness/questionnaires/gad-7')
    await asked(page, 'Feeling nervous, anxious, or on edge')
    await context.setOffline(true)
    for (const item of [1, 2]) {
      await page.getByText(`Question ${item} of 7`).first().waitFor()
      await page.getByRole('radio', { name: 'Not at all' }).check()
      await next(page)
    }
    await page.getByText('2 answers are waiting').waitFor()
    await asked(page, 'Worrying too much about different things')
    await context.setOffline(false)
    await saved(page)
    await page.reload()
    await asked(page, 'Worrying too much about different things')
    await context.close()
  })
})

describePages('the questionnaires in the console', () => {
  test('are written, seen as they are asked, and compared with what they were', async () => {
    const instrument = `web-${crypto.randomUUID().slice(0, 8)}`
    const place = `/admin/questionnaires?instrument=${instrument}`
    const { page, context, complaints } = await visit(place, { size: 'desktop' })
    await signIn(page, people.wellnessAdministrator, townPassword)
    await page.getByRole('heading', { level: 1, name: 'Questionnaires' }).waitFor()
    await page.getByText('No questions yet').waitFor()
    await expectAccessible(page, 'desktop', 'phone')
    const write = async (question: string, fill: () => Promise<void>, version: number) => {
      await page.getByRole('button', { name: 'Add question' }).click()
      await page.getByRole('textbox', { name: 'Question', exact: true }).fill(question)
      await fill()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText(`Published as version ${version}`).waitFor()
    }
    await write(
      'Do you sleep well?',
      async () => {
        for (const [place, label] of ['Yes', 'No'].entries()) {
          await page.getByRole('button', { name: 'Add answer' }).click()
          await page.getByLabel(`Answer ${place + 1}`, { exact: true }).fill(label)
        }
        await page.getByLabel('Question (Deutsch)').fill('Schläfst du gut?')
        await page.getByLabel('Answer 1 (Deutsch)').fill('Ja')
        await expectAccessible(page)
      },
      1,
    )
    await write(
      'What keeps you awake?',
      async () => {
        await page.getByRole('combobox', { name: 'Type' }).selectOption('TEXT')
        await page.getByRole('button', { name: 'Add condition' }).click()
        await page.getByLabel('Answer of condition 1').selectOption('No')
      },
      2,
    )
    await page.getByRole('link', { name: 'Do you sleep well?' }).click()
    await page.getByText('fewer than 5').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop asking' }).click()
    await page.getByText('Other questions are asked depending on this one').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    expect(await page.getByLabel('Question (Deutsch)').inputValue()).toBe('Schläfst du gut?')
    expect(await page.getByLabel('Answer 1 (Deutsch)').inputValue()).toBe('Ja')
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Do you sleep badly?')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 3').waitFor()
    await page.goto(`${new URL(page.url()).origin}${place}&tab=preview`)
    await page.getByRole('heading', { name: 'Do you sleep badly?' }).waitFor()
    await page.getByText('Deutsch', { exact: true }).click()
    await page.getByRole('heading', { name: 'Schläfst du gut?' }).waitFor()
    await page.getByRole('radio', { name: 'Ja', exact: true }).waitFor()
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    // What follows depends on the answer, and so does the word on the button.
    await next(page)
    await page.getByRole('heading', { name: 'What keeps you awake?' }).waitFor()
    await page.getByText('only because of an earlier answer').waitFor()
    await page.getByText('Not all of it is translated').waitFor()
    await expectAccessible(page, 'desktop', 'phone')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('radio', { name: 'Ja', exact: true }).check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('That was the last question.').waitFor()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.locator('del').getByText('Do you sleep well?').waitFor()
    await page.locator('ins').getByText('Do you sleep badly?').waitFor()
    expect(await page.locator('del').count()).toBe(1)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  const editing = async (content: Omit<CreateAdminQuestionnaireDto, 'instrument' | 'question'>) => {
    const client = await editor()
    const instrument = `web-${crypto.randomUUID().slice(0, 8)}`
    const body = { ...content, instrument, question: 'How calm are you?' }
    const { id } = (await dataOf(adminCreateQuestionnaire({ client, body }))).data
    const kept = async () => (await dataOf(adminGetQuestionnaireDetail({ client, path: { id } }))).data
    const { page, context, complaints } = await visit(
      `/admin/questionnaires?instrument=${instrument}&show=${id}`,
      { size: 'desktop' },
    )
    await page.clock.install()
    await signIn(page, people.wellnessAdministrator, townPassword)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    return { client, id, kept, page, context, complaints }
  }

  test.each<Omit<CreateAdminQuestionnaireDto, 'instrument' | 'question'>>([
    { type: 'SCALE', min: 0, max: 10, safetyRule: { minScore: 8 } },
    {
      type: 'MULTI_CHOICE',
      options: ['Never', 'Often', 'Always'].map((label, score) => ({ label, score })),
      safetyRule: { minScore: 2 },
    },
  ])('what shows help stays when a $type is worded anew', async (content) => {
    const { kept, page, context } = await editing(content)
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('How calm are you now?')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 2').waitFor()
    expect(await kept()).toMatchObject({
      question: 'How calm are you now?',
      safetyRule: content.safetyRule,
    })
    await context.close()
  })

  test('an answer whose box is ticked shows help, whatever its score becomes', async () => {
    const { kept, page, context } = await editing({
      type: 'SINGLE_CHOICE',
      options: ['Never', 'Always'].map((label, score) => ({ label, score })),
      safetyRule: { minScore: 1 },
    })
    await page.getByRole('textbox', { name: 'Score of answer 2' }).fill('0')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 2').waitFor()
    const { options, safetyRule } = await kept()
    expect(safetyRule).toEqual({ optionIds: [options[1]?.id] })
    await context.close()
  })

  test('a question that was changed elsewhere meanwhile is not overwritten', async () => {
    const { client, id, kept, page, context } = await editing({ type: 'TEXT' })
    await dataOf(adminUpdateQuestionnaire({ client, path: { id }, body: { question: 'How do you feel?' } }))
    // What is half a minute old is asked for again when somebody comes back to the page.
    await page.clock.fastForward(31_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('link', { name: 'How do you feel?', includeHidden: true }).waitFor()
    await page.getByRole('textbox', { name: 'What stands below it', exact: true }).fill('Right now.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Somebody else changed this meanwhile.').waitFor()
    expect(await kept()).toMatchObject({ question: 'How do you feel?', helpText: null })
    expect(await page.getByRole('textbox', { name: 'Question', exact: true }).inputValue()).toBe(
      'How do you feel?',
    )
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 3').waitFor()
    expect(await kept()).toMatchObject({ question: 'How do you feel?', helpText: 'Right now.' })
    await context.close()
  })

  test('numbers are typed with decimals and a minus', async () => {
    const instrument = `web-${crypto.randomUUID().slice(0, 8)}`
    const { page, context } = await visit(`/admin/questionnaires?instrument=${instrument}`, {
      size: 'desktop',
    })
    await signIn(page, people.wellnessAdministrator, townPassword)
    await page.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('How cold is it?')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('NUMBER')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 1').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    const number = page.getByRole('textbox', { name: 'How cold is it?' })
    for (const typed of ['-7.05', '-7,05']) {
      await number.fill('')
      await number.pressSequentially(typed)
      expect(await number.inputValue()).toBe('-7.05')
    }
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Back to the last question' }).click()
    expect(await number.inputValue()).toBe('-7.05')
    await context.close()
  })
})
