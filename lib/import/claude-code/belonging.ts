import { listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { digestOf } from "../digest.ts"
import type { SessionLine } from "./line.ts"
import { mainOf, openRecord, type RecordState, type Session } from "./session.ts"

/** The first words of a message, as the call that started a sub-agent gave them. */
const promptOf = (line: SessionLine): string | undefined => {
  const content = line.message?.content
  return stringOf(content) ?? stringOf(objectOf(listOf(content)?.[0])?.text)
}

/** A sub-agent's record inside its parent's file, joined to the call that has its prompt, where one has. */
const openSide = (session: Session, prompt: string | undefined): RecordState => {
  const main = mainOf(session)
  const task = prompt === undefined ? undefined : main.tasks.get(digestOf(prompt))
  return openRecord(session, {
    sub: true,
    title: task?.title,
    parent: { how: "subagent", n: main.n, ...(task === undefined ? {} : { seq: task.seq }) },
  })
}

/** A file of its own for one sub-agent: the record of its lines is the only one. */
const openAgentFile = (session: Session, agentId: string, sessionId: string | undefined): RecordState =>
  openRecord(session, {
    sub: true,
    session: sessionId === undefined ? `agent-${agentId}` : `${sessionId}/agent-${agentId}`,
    ...(sessionId === undefined ? {} : { parent: { how: "subagent", session: sessionId } }),
  })

const agentRecord = (session: Session, agentId: string, line: SessionLine): RecordState => {
  const known = session.agents.get(agentId)
  if (known !== undefined) return known
  const record =
    session.records.length === 0
      ? openAgentFile(session, agentId, line.sessionId)
      : openSide(session, promptOf(line))
  session.agents.set(agentId, record)
  return record
}

/** A side chain without a name: by its parent; a root begins another one; a lost parent leaves it with the last. */
const chainRecord = (session: Session, line: SessionLine): RecordState => {
  const parent = line.parentUuid === undefined ? undefined : session.places.get(line.parentUuid)
  const record = parent === undefined ? undefined : session.records[parent.n - 1]
  if (record?.sub === true) return record
  if (line.parentUuid !== undefined && parent === undefined && session.side !== undefined) return session.side
  return openSide(session, promptOf(line))
}

/** The record that a line of a chain belongs to; opened if it is the first of it. */
export const recordOf = (session: Session, line: SessionLine): RecordState => {
  if (line.calledBy !== undefined) return progressRecord(session, line.calledBy, line.calledBy)
  if (!line.isSidechain) return mainOf(session, line.sessionId)
  const record =
    line.agentId === undefined ? chainRecord(session, line) : agentRecord(session, line.agentId, line)
  session.side = record
  return record
}

/** The record of a sub-agent whose messages its parent's file repeats as progress of a call. */
export const progressRecord = (
  session: Session,
  agentId: string,
  callId: string | undefined,
): RecordState => {
  const known = session.agents.get(agentId)
  if (known !== undefined) return known
  const main = mainOf(session)
  const call = callId === undefined ? undefined : main.exchanges.get(callId)?.call
  const task = [...main.tasks.values()].find(({ seq }) => seq === call)
  const record = openRecord(session, {
    sub: true,
    title: task?.title,
    parent: { how: "subagent", n: main.n, ...(call === undefined || call === 0 ? {} : { seq: call }) },
  })
  session.agents.set(agentId, record)
  return record
}
