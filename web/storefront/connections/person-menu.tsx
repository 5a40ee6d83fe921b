import { ActionIcon, Menu } from '@mantine/core'
import type { PublicProfile } from '@plaza/client/marketplace'
import { IconBan, IconBell, IconBellOff, IconDotsVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../texts/people.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { useBlock, useMute } from './use-silence.ts'

/** What else can be done about a person. */
export function PersonMenu({ person }: { person: PublicProfile }) {
  const [isAsking, setAsking] = useState(false)
  const { mute } = useMute(person)
  const { block, isPending, error } = useBlock(person, () => setAsking(false))
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={texts.menu(person.name)}>
            <IconDotsVertical aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {person.is_muted ? (
            <Menu.Item mih={44} leftSection={<IconBell aria-hidden size={18} />} onClick={() => mute('not')}>
              {texts.unmute}
            </Menu.Item>
          ) : (
            (['week', 'always'] as const).map((how) => (
              <Menu.Item
                key={how}
                mih={44}
                leftSection={<IconBellOff aria-hidden size={18} />}
                onClick={() => mute(how)}
              >
                {how === 'week' ? texts.muteForWeek : texts.mute}
              </Menu.Item>
            ))
          )}
          <Menu.Item mih={44} leftSection={<IconBan aria-hidden size={18} />} onClick={() => setAsking(true)}>
            {texts.block}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <Confirmation
          title={texts.blockTitle(person.name)}
          hint={texts.blockHint}
          action={texts.block}
          isGrave
          change={{ isPending, error, mutate: () => block(true) }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
