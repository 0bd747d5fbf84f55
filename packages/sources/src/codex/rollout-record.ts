/** One line of a rollout as far as we look at it. Nothing is promised about any field. */
export type RolloutRecord = {
  timestamp?: unknown
  ordinal?: unknown
  type?: unknown
  payload?: unknown
  record_type?: unknown
  id?: unknown
  instructions?: unknown
  git?: unknown
  teamlore?: unknown
}

export type SessionMeta = {
  id?: unknown
  session_id?: unknown
  timestamp?: unknown
  cwd?: unknown
  cli_version?: unknown
  source?: unknown
  originator?: unknown
  thread_source?: unknown
  git?: unknown
  forked_from_id?: unknown
  parent_thread_id?: unknown
  subagent_history_start_ordinal?: unknown
  history_base?: unknown
}

export type ResponseItem = {
  type?: unknown
  role?: unknown
  content?: unknown
  summary?: unknown
  name?: unknown
  arguments?: unknown
  input?: unknown
  action?: unknown
  call_id?: unknown
  id?: unknown
  output?: unknown
  tools?: unknown
  query?: unknown
  prompt?: unknown
  revised_prompt?: unknown
  internal_chat_message_metadata_passthrough?: unknown
  result?: unknown
}

export type EventMessage = {
  user_facing_hint?: unknown
  type?: unknown
  message?: unknown
  images?: unknown
  local_images?: unknown
  info?: unknown
  call_id?: unknown
  success?: unknown
  changes?: unknown
  num_turns?: unknown
  turn_id?: unknown
  item?: unknown
}
