import { Type } from 'typebox'
import { openId } from '../../platform/operation/open-id.ts'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { noSuchErrorGroup } from './problems.ts'
import { selectGroup, selectReports } from './queries.ts'
import { ErrorGroup, ErrorReport, presentGroup, presentReport } from './shapes.ts'

const mostReports = 20

export const adminGetErrorGroup = operation({
  source: 'not in the specification; where one error of the apps is looked into',
  method: 'GET',
  path: '/error-report/groups/{group_id}',
  summary: `Get an error with its newest ${mostReports} reports`,
  access: administrator,
  params: Type.Object({
    group_id: openId({ to: administrator.admits, because: 'errors of the apps belong to nobody' }),
  }),
  replies: {
    200: {
      message: 'Error fetched successfully',
      data: Type.Object(
        { ...ErrorGroup.properties, reports: Type.Array(ErrorReport) },
        { title: 'ErrorGroupDetail' },
      ),
    },
  },
  problems: [noSuchErrorGroup],

  async handle({ params, db }) {
    const [group, reports] = await Promise.all([
      selectGroup(db, params.group_id),
      selectReports(db, params.group_id, mostReports),
    ])
    if (!group) throw noSuchErrorGroup()
    return { ...presentGroup(group), reports: reports.map(presentReport) }
  },
})
