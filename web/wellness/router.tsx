import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { signedInOnly } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { isLength, type Length } from './exercises/lengths.ts'
import { isSort, type Sort } from './exercises/sorts.ts'
import { Layout } from './layout.tsx'
import { session } from './session.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Broken })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Pages that need somebody signed in; the others send there and come back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Layout,
  beforeLoad: signedInOnly(session),
})

const insideRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: '/',
    component: lazily(() => import('./sessions/today.tsx'), 'Today'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/category/$categoryId',
    validateSearch: (search: Record<string, unknown>): { part?: string; length?: Length } => ({
      ...(text(search.part) ? { part: text(search.part) } : {}),
      ...(isLength(search.length) ? { length: search.length } : {}),
    }),
    component: lazily(() => import('./exercises/category.tsx'), 'Category'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/exercises',
    validateSearch: (search: Record<string, unknown>): { sort?: Sort; q?: string; tag?: string } => ({
      ...(isSort(search.sort) ? { sort: search.sort } : {}),
      ...(text(search.q) ? { q: text(search.q) } : {}),
      ...(text(search.tag) ? { tag: text(search.tag) } : {}),
    }),
    component: lazily(() => import('./exercises/all-exercises.tsx'), 'AllExercises'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/exercise/$exerciseId',
    component: lazily(() => import('./exercises/exercise.tsx'), 'Exercise'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/exercise/$exerciseId/practice',
    component: lazily(() => import('./practice/practice-page.tsx'), 'PracticePage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals',
    component: lazily(() => import('./goals/goals.tsx'), 'Goals'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/new',
    validateSearch: (search: Record<string, unknown>): { refused?: string } =>
      text(search.refused) ? { refused: text(search.refused) } : {},
    component: lazily(() => import('./goals/new-goal.tsx'), 'NewGoal'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/vacation',
    component: lazily(() => import('./goals/vacation.tsx'), 'VacationPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/reminders',
    component: lazily(() => import('./goals/reminders.tsx'), 'Reminders'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/progress',
    validateSearch: (search: Record<string, unknown>): { goal?: string } =>
      text(search.goal) ? { goal: text(search.goal) } : {},
    component: lazily(() => import('./goals/progress.tsx'), 'ProgressPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/$goalId/edit',
    component: lazily(() => import('./goals/edit-goal.tsx'), 'EditGoal'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/goals/$goalId',
    component: lazily(() => import('./goals/goal.tsx'), 'GoalPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/history',
    component: lazily(() => import('./sessions/history.tsx'), 'History'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/coach',
    component: lazily(() => import('./coach/coach.tsx'), 'Coach'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/notices',
    validateSearch: (search: Record<string, unknown>): { show?: string } =>
      text(search.show) ? { show: text(search.show) } : {},
    component: lazily(() => import('./notifications/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/questionnaires',
    component: lazily(() => import('./questionnaires/scales.tsx'), 'Scales'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/questionnaires/$instrument',
    component: lazily(() => import('./questionnaires/questionnaire-page.tsx'), 'QuestionnairePage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/you',
    component: lazily(() => import('./profile/you.tsx'), 'You'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/invite',
    component: lazily(() => import('./referrals/invite.tsx'), 'Invite'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/you/notifications',
    component: lazily(() => import('./notifications/preferences.tsx'), 'NotificationPreferences'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/you/device',
    component: lazily(() => import('./offline/kept-exercises.tsx'), 'KeptExercises'),
  }),
] as const

const outsideRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string; changed?: boolean } => ({
      ...(/^\/wellness(\/|$)/.test(text(search.next)) ? { next: text(search.next) } : {}),
      ...(search.changed === true ? { changed: true } : {}),
    }),
    component: lazily(() => import('./accounts/sign-in-page.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: (search: Record<string, unknown>): { invite?: string } =>
      search.invite === undefined ? {} : { invite: String(search.invite) },
    component: lazily(() => import('./accounts/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify',
    validateSearch: (search: Record<string, unknown>) => ({ email: text(search.email) }),
    component: lazily(() => import('./accounts/verify.tsx'), 'Verify'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgotten-password',
    component: lazily(() => import('./accounts/forgotten-password.tsx'), 'ForgottenPassword'),
  }),
] as const

export const router = createRouter({
  basepath: '/wellness',
  routeTree: root.addChildren([inside.addChildren(insideRoutes), ...outsideRoutes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
