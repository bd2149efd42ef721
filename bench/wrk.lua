-- The requests of operations.ts for wrk: the lines of a file one after the other, each a path to read
-- or a result to submit, in which TIME becomes a moment of its own. Each connection is a thread of its
-- own, so that an answer is that to the request before it: it is wrong unless it has the right status
-- and is the one that stands in the same line of the file of right answers. What came of them is
-- printed as one line of JSON. In the environment: REQUESTS, ANSWERS and HEADERS (where a name stands
-- more than once, its values take turns) name files, CONNECTIONS and RUN are numbers.
local connections, run = tonumber(os.getenv('CONNECTIONS')), tonumber(os.getenv('RUN'))
local threads, files = {}, nil

local function lines_of(name)
  local lines = {}
  for line in io.lines(os.getenv(name)) do lines[#lines + 1] = line end
  return lines
end

-- Gives a thread its part of the lines, before it starts. The files are read once, for all.
function setup(thread)
  files = files or { requests = lines_of('REQUESTS'), answers = lines_of('ANSWERS'), headers = lines_of('HEADERS') }
  local place, all, own, right = #threads, #files.requests, {}, {}
  local line = place % all
  repeat
    table.insert(own, files.requests[line + 1])
    table.insert(right, files.answers[line + 1] or '')
    line = (line + connections) % all
  until line == place % all
  for name, value in pairs({ place = place, all = all, lines = own, answers = right, headers = files.headers }) do
    thread:set(name, value)
  end
  thread:set('wrong', 0)
  table.insert(threads, thread)
end

local values, sent, isRead = {}, 0, false

function init()
  for _, header in ipairs(headers) do
    local name, value = header:match('^(%S+): (.*)$')
    values[name] = values[name] or {}
    table.insert(values[name], value)
  end
  isRead = lines[1]:sub(1, 1) == '/'
  if not isRead then return end
  for turn, path in ipairs(lines) do
    lines[turn] = wrk.format('GET', path, headers_of(place + turn * connections))
  end
end

function headers_of(number)
  local one = {}
  for name, list in pairs(values) do one[name] = list[number % #list + 1] end
  return one
end

function request()
  local number = place + sent * connections
  local line = lines[sent % #lines + 1]
  sent = sent + 1
  if isRead then return line end
  local one = headers_of(number)
  one['idempotency-key'] = 'bench-' .. run .. '-' .. number
  -- A moment serves each pair of players once.
  local moment = 1735689600 + run * 1000 + math.floor(number / all)
  local body = line:gsub('TIME', os.date('!%Y-%m-%dT%H:%M:%SZ', moment))
  return wrk.format('POST', '/v1/matches', one, body)
end

-- Of a new match, these are its own.
local emptied = { id = '"id":""', played_at = '"played_at":""', created_at = '"created_at":""' }

function response(status, _, body)
  if not isRead then body = body:gsub('"(%l+_?%l*)":"[^"]*"', emptied) end
  if status == (isRead and 200 or 201) and body == answers[(sent - 1) % #lines + 1] then return end
  wrong = wrong + 1
  if wrong == 1 then io.stderr:write('a wrong answer: ', status, ' ', body, '\n') end
end

function done(summary, latency)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.timeout
  for _, thread in ipairs(threads) do wrong = wrong + thread:get('wrong') end
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"wrong":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6, wrong,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
