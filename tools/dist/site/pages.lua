-- pages.lua - what pandoc does to a document beside turning it into HTML
--
-- FILE is the document, PAGE its page, NOTES a folder: `index` gets a line of JSON for each section, for the
-- search, and `linked` the files that are linked and not pages yet.

local file, page, notes = os.getenv("FILE"), os.getenv("PAGE"), os.getenv("NOTES")

-- "tools/manual/../README.md" -> "tools/README.md"
local function plain(path)
    local parts = {}
    for part in path:gmatch("[^/]+") do
        if part == ".." then table.remove(parts) elseif part ~= "." then table.insert(parts, part) end
    end
    return table.concat(parts, "/")
end

local function folder_of(path) return path:match("^(.*/)[^/]*$") or "" end

-- As page_of in build.sh; pictures stay what they are.
local function page_of(path)
    if path == "README.md" then return "index.html" end
    if path == ".github/CONTRIBUTING.md" then return "contributing.html" end
    if path:match("/README%.md$") then return path:gsub("README%.md$", "index.html") end
    if path:match("%.md$") then return path:gsub("%.md$", ".html") end
    if path:match("%.png$") or path:match("%.webp$") or path:match("%.gif$") then return path end
    return path .. ".html"
end

local function note(name, line)
    local out = assert(io.open(notes .. "/" .. name, "a"))
    out:write(line, "\n")
    out:close()
end

-- The address of a linked file as seen from this page.
local function relink(target)
    if target:match("^%a+:") or target:match("^#") then return target end
    local path, anchor = target:match("^([^#]*)(.*)$")
    path = plain(folder_of(file) .. path)
    note("linked", path)
    return (folder_of(page):gsub("[^/]+", "..")) .. page_of(path) .. anchor
end

local function quoted(text)
    return '"' .. text:gsub("%s+", " "):gsub('[\\"]', "\\%0"):gsub("<", "\\u003c"):gsub("%c", " ") .. '"'
end

function Pandoc(document)
    local title, heading, id, text = nil, "", "", {}
    local function finish()
        if #text > 0 or heading ~= "" then
            note("index", string.format("[%s, %s, %s, %s],", quoted(page .. (id ~= "" and "#" .. id or "")),
                quoted(title or ""), quoted(heading), quoted(table.concat(text, " "))))
        end
        text = {}
    end
    for _, block in ipairs(document.blocks) do
        if block.t == "Header" then
            finish()
            heading, id = pandoc.utils.stringify(block), block.identifier
            title = title or heading
        else
            table.insert(text, pandoc.utils.stringify(block))
        end
    end
    finish()
    document.meta.title = title
    return document:walk({
        Link = function(link) link.target = relink(link.target) return link end,
        Image = function(image) image.src = relink(image.src) return image end,
        -- A line breaks in no option, only in long code.
        Code = function(code) if #code.text <= 24 then code.classes:insert("word") end return code end,
    })
end
