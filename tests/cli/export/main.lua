-- main.lua - for LÖVE: prints the polygons that love.physics makes of an exported module, as JSON
local shapes = require("shapes")
local sprites = {}
for name, pieces in pairs(shapes) do
    local body = love.physics.newBody(love.physics.newWorld(), 0, 0, "dynamic")
    local loops = {}
    for _, piece in ipairs(pieces) do
        local fixture = love.physics.newFixture(body, love.physics.newPolygonShape(piece))
        local at, corners = {fixture:getShape():getPoints()}, {}
        for i = 1, #at, 2 do
            corners[#corners + 1] = ("[%.9g, %.9g]"):format(at[i], at[i + 1])
        end
        loops[#loops + 1] = "[" .. table.concat(corners, ", ") .. "]"
    end
    sprites[#sprites + 1] = ("%q: [%s]"):format(name, table.concat(loops, ", "))
end
print("{" .. table.concat(sprites, ", ") .. "}")
love.event.quit()
