-- conf.lua - for LÖVE without a window
function love.conf(t)
    for _, module in ipairs {"audio", "graphics", "image", "joystick", "sound", "touch", "video", "window"} do
        t.modules[module] = false
    end
end
