import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, people, type Size, visit } from './browser.ts'
import { fillSignIn, newNeighbour, visitAs } from './people.ts'
import { holdUploads, photo } from './pictures.ts'

closeTownAfterwards()

describePages('help and feedback', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are there for who has an account, with pictures, on a %s',
    async (size) => {
      const ada = await newNeighbour('Ada Ahlers')
      const { page, context, complaints } = await visitAs(ada, '/you', { size })
      await page.getByRole('link', { name: /Help and feedback/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Help and feedback' }).waitFor()
      const question = page.getByRole('form', { name: 'A question for us' })
      await question.waitFor()
      expect(await question.getByLabel('Your e-mail address').inputValue()).toBe(ada.email)
      await question.getByLabel('Subject').fill('Where is my listing?')
      await question.getByLabel('Your question').fill('Short')
      await question.getByRole('button', { name: 'Send question' }).click()
      await question.getByText(/at least 10/).waitFor()
      await question.getByLabel('Your question').fill('I listed a lamp, and it is nowhere.')
      await question.getByRole('button', { name: 'Send question' }).click()
      await page.getByText('Your question has arrived.').waitFor()
      await expectAccessible(page)

      const feedback = page.getByRole('form', { name: 'What do you think?' })
      const said = `Lovely ${crypto.randomUUID()}`
      await feedback.getByLabel('What is it about?').selectOption('Praise')
      await feedback.getByRole('radio', { name: '4 stars' }).press('Space')
      await feedback.getByLabel('What would you like to tell us?').fill(said)
      const release = await holdUploads(page)
      await feedback.locator('input[type=file]').setInputFiles(await photo('screen.png', '#36a'))
      const send = feedback.getByRole('button', { name: 'Send feedback' })
      await expect.poll(() => send.isDisabled()).toBe(true)
      release()
      await feedback.getByText('1 picture added').waitFor()
      await send.click()
      await page.getByText('Thank you. We have got it.').waitFor()
      expect(await feedback.getByLabel('What would you like to tell us?').inputValue()).toBe('')
      expect(complaints).toEqual([])
      await context.close()
      if (size === 'phone') await expectSeen(said)
    },
  )

  test('are there without an account', async () => {
    const { page, context } = await visit('/help')
    await page.getByLabel('Your name').fill('Nobody')
    await page.getByLabel('Your e-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Send question' }).click()
    await expect.poll(() => page.getByLabel('Your e-mail address').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('input[type=file]').count()).toBe(0)
    await expectAccessible(page)
    await context.close()
  })
})

/** Administrators look at the picture beside what was said. */
async function expectSeen(said: string): Promise<void> {
  const { page, context } = await visit('/admin/feedback', { size: 'desktop' })
  await fillSignIn(page, { email: people.administrator })
  const row = page.getByRole('row', { name: new RegExp(said) })
  await row.getByText('4 of 5').waitFor()
  await row.getByRole('button', { name: '1 picture' }).click()
  const shown = page.getByRole('dialog').getByRole('img', { name: 'Picture 1' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
  await context.close()
}
